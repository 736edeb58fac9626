"""What can be pressed below a reply. A component's id holds what to do and the reply's id; the rest is in the database,
so that all of it works after a restart."""
