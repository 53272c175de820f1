"""Play alone in direct messages, and anywhere by answers."""
