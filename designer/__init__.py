"""The web application: people, their templates, and the pages on which both meet."""
