"""What is stored: designs with their revisions, drafts, values and links, and what the operation needs."""

from designer.models.designs import (
    CONTENTS,
    Design,
    DiagramView,
    Draft,
    DraftFile,
    FormDraft,
    Positions,
    Revision,
    RevisionFile,
    Tag,
    Upload,
    ValueSet,
    Visibility,
    unguessable_token,
)
from designer.models.operation import Act, AuditEntry, PolicyViolation, Throttle
from designer.models.sharing import May, ShareLink, hash_of, working_links
from designer.models.written_once import UnchangeableError, WrittenOnce, WrittenOnceQuerySet

__all__ = [
    "CONTENTS",
    "Act",
    "AuditEntry",
    "Design",
    "DiagramView",
    "Draft",
    "DraftFile",
    "FormDraft",
    "May",
    "PolicyViolation",
    "Positions",
    "Revision",
    "RevisionFile",
    "ShareLink",
    "Tag",
    "Throttle",
    "UnchangeableError",
    "Upload",
    "ValueSet",
    "Visibility",
    "WrittenOnce",
    "WrittenOnceQuerySet",
    "hash_of",
    "unguessable_token",
    "working_links",
]
