"""Where everything lies: boxes in whole pixels, worked out without drawing any."""
