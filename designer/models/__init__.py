"""What is stored: designs, their revisions and drafts, value sets, uploads and share links."""

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
from designer.models.sharing import May, ShareLink
from designer.models.written_once import UnchangeableError, WrittenOnce, WrittenOnceQuerySet

__all__ = [
    "CONTENTS",
    "Design",
    "DiagramView",
    "Draft",
    "DraftFile",
    "FormDraft",
    "May",
    "Positions",
    "Revision",
    "RevisionFile",
    "ShareLink",
    "Tag",
    "UnchangeableError",
    "Upload",
    "ValueSet",
    "Visibility",
    "WrittenOnce",
    "WrittenOnceQuerySet",
    "unguessable_token",
]
