"""The pictures, each put together from a view, geometry and pixels."""
