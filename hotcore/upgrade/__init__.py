"""The versions of templates: what one needs, what later ones give, and rewriting it for another."""

from hotcore.upgrade.report import LaterVersion, TemplateVersions, template_versions, versions_as_data
from hotcore.upgrade.requirements import Need
from hotcore.upgrade.rewriting import plans, rewrite

__all__ = ["LaterVersion", "Need", "TemplateVersions", "plans", "rewrite", "template_versions", "versions_as_data"]
