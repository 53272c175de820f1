"""The same deals for everyone: the deal of the day, and challenges among friends."""
