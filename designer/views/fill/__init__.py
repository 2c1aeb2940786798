"""The pages of whoever fills a template: the form, its preview, its values, and what is deployed."""
