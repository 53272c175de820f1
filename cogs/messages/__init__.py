"""What messages show: texts, pictures and controls, from a table or a view."""
