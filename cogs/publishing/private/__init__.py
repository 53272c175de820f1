"""Messages about tables that one person sees: hands, notices of turns, watched tables."""
