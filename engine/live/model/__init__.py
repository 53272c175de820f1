"""Values: a table, its people, clocks, errors and news."""
