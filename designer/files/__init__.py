"""Files that belong to a template: what people bring, what a revision holds, and the difference of texts."""
