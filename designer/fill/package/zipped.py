"""A package as a reproducible zip, so that two downloads can be compared."""

from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from designer.fill.package.package import Package

EARLIEST = (1980, 1, 1, 0, 0, 0)  # the earliest time that a zip can store
READABLE = 0o100644 << 16
HIDDEN_INSIDE = 0o100600 << 16


def zipped(package: Package, instructions: str) -> bytes:
    """Return a zip with the files of a package and its instructions.

    If it contains hidden values, only the user who unpacks it can read the files.
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
