"""What pictures say and what is said in their place."""
