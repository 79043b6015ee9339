"""What the tests of several chapters share: random programs, references that do not know the maps, drawings."""
