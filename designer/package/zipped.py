"""A package as a zip: the same bytes for the same package, so that two downloads can be compared."""

from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from designer.package.package import Package

EARLIEST = (1980, 1, 1, 0, 0, 0)  # the first moment that a zip can tell
READABLE = 0o100644 << 16
HIDDEN_INSIDE = 0o100600 << 16


def zipped(package: Package, instructions: str) -> bytes:
    """Return a zip with the files of a package and a text with its command.

    Where hidden values are in it, only whoever unpacks it reads the files.
    """
    files = [*((file.place, file.data) for file in package.files), (package.deploy_place, instructions.encode())]
    stream = BytesIO()
    with ZipFile(stream, "w", ZIP_DEFLATED) as archive:
        for place, data in files:
            info = ZipInfo(place, EARLIEST)
            info.compress_type = ZIP_DEFLATED
            info.external_attr = HIDDEN_INSIDE if package.outgoing.hidden_count else READABLE
            archive.writestr(info, data)
    return stream.getvalue()
