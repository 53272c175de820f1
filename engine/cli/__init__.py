"""What command lines share: the end, files, columns, and the progress of long work."""
