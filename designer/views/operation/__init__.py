"""The pages of administrators: people, what the instance holds, the audit log."""
