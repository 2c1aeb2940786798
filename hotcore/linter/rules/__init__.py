"""The lint rules: one file each, named as its code.  Dropping a file in here is all it takes to add one."""
