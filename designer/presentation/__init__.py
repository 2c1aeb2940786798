"""What pages and pictures show of templates, types and problems."""
