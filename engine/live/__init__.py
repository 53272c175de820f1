"""The async half: tables that people sit at, their clocks, and where they are kept."""
