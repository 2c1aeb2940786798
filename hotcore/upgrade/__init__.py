"""Template versions: what a template needs, what later versions offer, and rewriting it to another version."""

from hotcore.upgrade.report import LaterVersion, TemplateVersions, template_versions, versions_as_data
from hotcore.upgrade.requirements import Need
from hotcore.upgrade.rewriting import plans, rewrite

__all__ = ["LaterVersion", "Need", "TemplateVersions", "plans", "rewrite", "template_versions", "versions_as_data"]
