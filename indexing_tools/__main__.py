"`python -m indexing_tools` is the command `indexing-tools`."


def main() -> None:
    "Run the command: Ctrl-C ends it quietly, also while it is loaded."
    try:
        from .cli.main import main

        main()
    except KeyboardInterrupt:
        raise SystemExit(130) from None


if __name__ == "__main__":
    main()
