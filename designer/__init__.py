"""The web application: users, their templates, and the pages to edit and fill them."""
