"""Uploads: texts and zips, including hostile ones."""

import io
import random
import stat
import zipfile
from contextlib import suppress

import pytest

from designer.content.uploads import (
    LARGEST_FILE,
    LARGEST_TEXT,
    RefusedUpload,
    SeveralTemplates,
    checked_path,
    checked_text,
    is_template,
    names_files,
    readable_name,
)
from designer.content.zips import read_upload, read_zip
from tests.repository import repository

TEMPLATE = b"heat_template_version: 2018-08-31\nresources: {}\n"
NESTED = TEMPLATE + b"# nested\n"
MANY = {f"f{number}": b"" for number in range(1601)}


def zipped(files, **options):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, **options) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return stream.getvalue()


@pytest.mark.parametrize(
    "text", [TEMPLATE, b"\xef\xbb\xbf" + TEMPLATE, TEMPLATE.replace(b"\n", b"\r\n"), b"broken: [", "ü: ☃".encode()]
)
def test_a_text_stays_as_it_is_byte_for_byte(text):
    assert read_upload("x.yaml", text).text == text


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (b"", "text is empty"),
        (b" \r\n\t", "text is empty"),
        (b"a: b\n\xff\xfe", "byte 0xff on line 2"),
        ("ü".encode("latin-1"), "not valid UTF-8"),
        ("a: b".encode("utf-16"), "not valid UTF-8"),
        (b"a: \x00", "NUL"),
        (b"a" * (LARGEST_TEXT + 1), "at most 512 KiB"),
        (b"\x89PNG\r\n\x1a\n", "not valid UTF-8"),
    ],
)
def test_what_cannot_be_a_template_is_refused_with_the_reason(text, reason):
    with pytest.raises(RefusedUpload, match=reason):
        checked_text(text)


def test_the_largest_text_is_taken():
    assert checked_text(b"a" * LARGEST_TEXT)


def test_a_zip_brings_the_template_and_the_files_beside_it():
    found = read_upload(
        "web.zip",
        zipped(
            {
                "web/stack.yaml": TEMPLATE + b"# nested/server.yaml\n",
                "web/nested/server.yaml": NESTED,
                "web/scripts/setup.sh": b"\x00\xff",
                "web/env.yaml": b"parameters: {}\n",
                "common/x.txt": b"x",
                "__MACOSX/web/._stack.yaml": b"litter",
                "web/.DS_Store": b"litter",
            }
        ),
    )
    assert found.path == "web/stack.yaml"
    assert found.text == TEMPLATE + b"# nested/server.yaml\n"
    assert dict(found.files) == {
        "nested/server.yaml": NESTED,
        "scripts/setup.sh": b"\x00\xff",
        "env.yaml": b"parameters: {}\n",
        "../common/x.txt": b"x",
    }
    assert found.name == "Web"
    assert found.others == ("web/nested/server.yaml",)


@pytest.mark.parametrize(
    ("files", "main"),
    [
        ({"a.yaml": TEMPLATE + b"b.yaml", "b.yaml": NESTED}, "a.yaml"),
        ({"b.yaml": TEMPLATE + b"a.yaml", "a.yaml": NESTED}, "b.yaml"),
        ({"env.yaml": b"parameters: {}\n", "x.json": b'{"heat_template_version": "rocky"}'}, "x.json"),
        ({"readme.txt": b"", "x.yaml": b"broken: ["}, "x.yaml"),
    ],
)
def test_the_template_in_a_zip_is_the_one_that_no_other_names(files, main):
    assert read_upload("bundle.zip", zipped(files)).path == main


@pytest.mark.parametrize(
    ("files", "asked"),
    [
        ({"deep/er/a.yaml": TEMPLATE, "z.yaml": TEMPLATE}, ("z.yaml", "deep/er/a.yaml")),
        ({"a.yaml": TEMPLATE, "main.yaml": TEMPLATE}, ("main.yaml", "a.yaml")),
        ({"a.yaml": TEMPLATE, "bundle.yaml": TEMPLATE + b"n.yaml", "n.yaml": NESTED}, ("bundle.yaml", "a.yaml")),
        ({"a.yaml": TEMPLATE + b"b.yaml", "b.yaml": TEMPLATE + b"a.yaml"}, ("a.yaml", "b.yaml")),
    ],
)
def test_of_several_templates_that_no_other_names_a_person_has_to_choose(files, asked):
    content = zipped(files)
    with pytest.raises(SeveralTemplates) as raised:
        read_upload("bundle.zip", content)
    assert raised.value.paths == asked
    for path in asked:
        assert read_zip("bundle.zip", content, path).path == path
    with pytest.raises(RefusedUpload, match=r"no template .other\.yaml."):
        read_zip("bundle.zip", content, "other.yaml")


def test_a_path_that_grows_too_long_seen_from_the_template_is_refused():
    deep = "/".join("d" * 40) + "/main.yaml"
    content = zipped({deep: TEMPLATE, "x" * 190: b""})
    with pytest.raises(RefusedUpload, match="longer than 255 characters"):
        read_upload("x.zip", content)


@pytest.mark.parametrize(
    ("given", "path"),
    [("a", "a"), (" scripts/run.sh ", "scripts/run.sh"), ("./a//b", "a/b"), ("a/./b", "a/b"), (".hidden", ".hidden")],
)
def test_a_name_of_a_file_is_kept_in_its_plain_form(given, path):
    assert checked_path(given, ["other", "folder/x"]) == path


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ("", "Enter a file name"),
        (" ./ ", "Enter a file name"),
        ("..", "Enter a file name"),
        ("/etc/passwd", "outside the template.s folder"),
        ("a/../b", "outside the template.s folder"),
        ("../b", "outside the template.s folder"),
        ("a\\b", "outside the template.s folder"),
        ("C:x", "outside the template.s folder"),
        ("a\nb", "contains a character"),
        ("a\0", "contains a character"),
        ("a/", "is a folder"),
        ("x" * 201, "at most 200"),
        ("other", "already"),
        ("./other", "already"),
        ("other/x", "both a file and a folder"),
        ("folder", "both a file and a folder"),
    ],
)
def test_a_name_that_no_file_can_have_is_refused_with_the_reason(given, reason):
    with pytest.raises(RefusedUpload, match=reason):
        checked_path(given, ["other", "folder/x"])


@pytest.mark.parametrize(
    "path",
    ["../evil.yaml", "/etc/passwd", "a/../../b", "a\\b.yaml", "C:/x.yaml", ".", "x" * 201],
)
def test_paths_that_lead_elsewhere_are_refused(path):
    with pytest.raises(RefusedUpload, match=r"points outside|longer than 200"):
        read_upload("x.zip", zipped({"main.yaml": TEMPLATE, path: b"x"}))


def test_an_entry_without_a_name_is_refused():
    content = zipped({"main.yaml": TEMPLATE, "????": b"x"}).replace(b"????", b"\0???")  # a name ends at a NUL
    with pytest.raises(RefusedUpload, match="points outside"):
        read_upload("x.zip", content)


@pytest.mark.parametrize(("path", "shown"), [("a\nb.yaml", r"'a\\nb.yaml'"), ("a\u202eb.yaml", r"'a\\u202eb.yaml'")])
def test_a_path_that_cannot_be_shown_is_refused_and_shown(path, shown):
    with pytest.raises(RefusedUpload, match=f"file name {shown}, with a character that is not allowed"):
        read_upload("x.zip", zipped({"main.yaml": TEMPLATE, path: b"x"}))


def test_a_path_in_a_zip_is_kept_in_its_plain_form():
    found = read_upload("x.zip", zipped({"./main.yaml": TEMPLATE, "./scripts//run.sh": b"x"}))
    assert (found.path, list(found.files)) == ("main.yaml", ["scripts/run.sh"])


@pytest.mark.parametrize("paths", [("a", "a/b"), ("a/b", "a"), ("x/a/b/c", "x/a")])
def test_a_path_that_is_a_file_and_a_folder_is_refused(paths):
    with pytest.raises(RefusedUpload, match="both as a file and as a folder"):
        read_upload("x.zip", zipped({"main.yaml": TEMPLATE, **dict.fromkeys(paths, b"x")}))


def test_links_are_refused():
    link = zipfile.ZipInfo("link.yaml")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("main.yaml", TEMPLATE)
        archive.writestr(link, "/etc/passwd")
    with pytest.raises(RefusedUpload, match="points outside"):
        read_upload("x.zip", stream.getvalue())


@pytest.mark.parametrize(
    ("files", "reason"),
    [
        ({}, "empty"),
        ({"folder/": b""}, "empty"),
        ({"main.yaml": TEMPLATE + " ".join(MANY).encode(), **MANY}, "1602 templates, environments and files"),
        ({"main.yaml": TEMPLATE, "bomb": b"\0" * 1_000_000}, "suspicious compression ratio"),
        ({"main.yaml": TEMPLATE + b"# big", "big": b"\0" * 1_100_000}, "larger than 1.0 MiB"),
        ({"notes.txt": b"hello"}, "contains no template"),
        ({"main.yaml": b"a: \xff"}, "not valid UTF-8"),
    ],
)
def test_zips_that_cannot_be_kept_are_refused_with_the_reason(files, reason):
    with pytest.raises(RefusedUpload, match=reason):
        read_upload("x.zip", zipped(files))


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_method_that_unpacks_whole_files_at_once_is_refused(method):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as archive:
        archive.writestr("main.yaml", TEMPLATE)
    with pytest.raises(RefusedUpload, match="unsupported compression method"):
        read_upload("x.zip", stream.getvalue())


@pytest.mark.parametrize("text", [b"\n", b" ", b"\r\n", b"{\n", b"{ ", b"\n{", b"a:\n", b",\n "])
def test_a_text_of_blanks_and_brackets_is_searched_once(text):
    """Searching a megabyte again from each line takes hours."""
    text *= LARGEST_FILE // len(text) - 1
    assert not is_template("a.yaml", text)
    assert not names_files("a.yaml", text)


@pytest.mark.parametrize("key", ["heat_template_version", "parameter_defaults", "resource_registry"])
@pytest.mark.parametrize("text", ["%s: x\n", "# a\n\n \t%s : x\n", '{"%s": 1}', "{\n\n  '%s': 1}", "--- \n%s:\n"])
def test_templates_and_environments_are_recognized_by_a_key(text, key):
    assert names_files("a.yaml", (text % key).encode())
    assert not names_files("a.yaml", (text % f"not_{key}").encode())


def test_many_files_together_may_be_too_much():
    dice = random.Random(1)
    parts = {f"f{number}": dice.randbytes(500_000).hex() for number in range(13)}
    with pytest.raises(RefusedUpload, match="in total"):
        read_upload("x.zip", zipped({"main.yaml": TEMPLATE + " ".join(parts).encode(), **parts}))


def test_of_a_large_repository_comes_what_is_a_template_an_environment_or_named():
    files = repository(services=400) | {f"releasenotes/notes/{number}.yaml": "fixes: [x]\n" for number in range(1500)}
    files |= {"doc/large.pdf": "x" * 1_100_000, ".git/objects/1": "x", "scripts/hosts.sh": "x" * 1_000}
    found = read_upload("tripleo.zip", zipped(files), "overcloud.yaml")
    assert found.path == "overcloud.yaml"
    assert {"scripts/start.sh", "scripts/hosts.sh", "environments/base.yaml", "extraconfig/unused.yaml"} <= {
        *found.files
    }
    assert len([path for path in found.files if path.startswith("deployment/")]) == 400
    assert {path.split("/")[0] for path in found.left_out} == {"doc", "releasenotes", "README.rst"}
    assert len(found.left_out) == 1503


def test_a_small_repository_comes_as_a_whole():
    found = read_upload("tripleo.zip", zipped(repository("stacks/overcloud.yaml")), "stacks/overcloud.yaml")
    assert "../README.rst" in found.files
    assert (found.path, found.left_out) == ("stacks/overcloud.yaml", ())
    assert found.content.folder == "stacks"


def test_a_zip_that_lies_about_its_sizes_is_no_way_round_the_limits():
    whole = bytearray(zipped({"main.yaml": TEMPLATE, "bomb": b"\0" * 5_000_000}))
    for mark, at in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        place = whole.index(b"bomb", whole.index(mark)) - (30 if at == 22 else 46) + at
        whole[place : place + 4] = (10).to_bytes(4, "little")
    with pytest.raises(RefusedUpload):
        read_upload("x.zip", bytes(whole))


def test_a_zip_of_very_many_files_is_refused_before_it_is_unpacked():
    with pytest.raises(RefusedUpload, match="more than 20000 files"):
        read_upload("x.zip", b"PK\x03\x04" + b"PK\x01\x02" * 20_001)


def test_the_same_path_twice_is_refused():
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("main.yaml", TEMPLATE)
        with pytest.warns(UserWarning, match="Duplicate"):
            archive.writestr("main.yaml", TEMPLATE)
    with pytest.raises(RefusedUpload, match="twice"):
        read_upload("x.zip", stream.getvalue())


@pytest.mark.parametrize("cut", [10, 30, 60, 90, 140])
def test_a_damaged_zip_says_so(cut):
    whole = zipped({"main.yaml": TEMPLATE})
    with pytest.raises(RefusedUpload, match="damaged"):
        read_upload("x.zip", whole[:cut] + b"\xff" * 5)


def test_every_single_byte_of_a_zip_may_be_wrong():
    whole = zipped({"main.yaml": TEMPLATE, "x": b"y"})
    for at in range(4, len(whole)):
        broken = bytes([*whole[:at], whole[at] ^ 0xFF, *whole[at + 1 :]])
        with suppress(RefusedUpload):  # any other exception fails the test
            read_upload("x.zip", broken)


def test_a_locked_zip_says_so():
    whole = bytearray(zipped({"main.yaml": TEMPLATE}))
    whole[6] |= 1  # the flag in the file's own header and in the directory
    whole[whole.index(b"PK\x01\x02") + 8] |= 1
    with pytest.raises(RefusedUpload, match="password"):
        read_upload("x.zip", bytes(whole))


@pytest.mark.parametrize(
    ("path", "name"),
    [("web-service.yaml", "Web service"), ("a/b/DB_main.template", "DB main"), ("", ""), ("C:\\x\\stack.yml", "Stack")],
)
def test_a_file_name_becomes_a_title(path, name):
    assert readable_name(path) == name
