"""The pages for filling a template: the form, its preview, value sets, and the deployment package."""
