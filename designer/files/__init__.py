"""Files of a template: uploads, the content of a revision, and text diffs."""
