"""What pictures are drawn with: SVG, cells, diagrams, HTML that folds."""
