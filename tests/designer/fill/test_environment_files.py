"""The environment files of a form: those of the template, uploaded ones, their order, and their values."""

import re
import zipfile
from io import BytesIO

import pytest
import yaml
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from designer.models import FormDraft, May, ValueSet, Visibility
from designer.store.share_links import share_link_create
from tests.conftest import MINIMAL
from tests.pace import within

TEMPLATE = """\
heat_template_version: 2021-04-16
parameters:
  size: {type: number, default: 1, constraints: [{range: {max: 9}}]}
  name: {type: string, default: web}
  tags: {type: comma_delimited_list, default: a}
  password: {type: string, hidden: true, default: open-sesame, constraints: [{length: {min: 4}}]}
resources:
  one: {type: Shop::One, properties: {size: {get_param: size}}}
outputs:
  inner: {value: {get_attr: [one, doubled]}}
"""
SECRET = "hush-1"
NESTED = b"""\
heat_template_version: 2021-04-16
parameters:
  size: {type: number}
  zone: {type: string, default: a}
outputs:
  doubled: {value: {str_replace: {template: S-Z, params: {S: {get_param: size}, Z: {get_param: zone}}}}}
"""
FILES = {
    "env/small.yaml": b"parameters: {size: 2}\n",
    "env/production.yaml": b"parameters: {size: 8, name: production}\n",
    "env/types.yaml": b"resource_registry: {'Shop::One': ../nested.yaml}\nparameter_defaults: {zone: b}\n",
    "nested.yaml": NESTED,
    "setup.sh": b"echo parameters\n",
    "data.json": b'{"parameters": {}, "rows": []}',
}
BESIDE = ["env/production.yaml", "env/small.yaml", "env/types.yaml"]


@pytest.fixture
def design(make_design):
    return make_design(TEMPLATE, files=FILES, visibility=Visibility.PUBLIC)


@pytest.fixture
def send(client, design):
    """Submits the form with some files enabled, and returns the page."""

    def post(*on, shown=(), names=BESIDE, htmx=False, address=None, **data):
        listed = {"environment-name": names, "environment-on": on, "environments-shown": quoted(shown)}
        headers = {"HX-Request": "true"} if htmx else {}
        response = client.post(
            address or reverse("fill", args=[design.slug]), {**listed, **plain(data)}, headers=headers
        )
        assert response.status_code == 200
        return response

    return post


def plain(data):
    return {name.replace("param_", "param-", 1): value for name, value in data.items()}


def quoted(names):
    return "[" + ",".join(f'"{name}"' for name in names) + "]"


def upload(name, text):
    return SimpleUploadedFile(name, text.encode())


def zipped(**files):
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return SimpleUploadedFile("all.zip", stream.getvalue())


def shown(page):
    """The texts of the fields that are not hidden, by parameter."""
    fields = page.context["form"].fields.values()
    return {field.name: field.text for field in fields if not field.parameter.hidden}


def typed(page):
    return dict(page.context["filled"].given.values)


def files_on(page):
    return [file.name for file in page.context["filled"].environments if file.is_in_force]


def names(page):
    return [file.name for file in page.context["filled"].environments]


# -- template files ------------------------------------------------------------------


def test_files_that_read_as_environments_are_listed_and_off(client, design):
    page = client.get(reverse("fill", args=[design.slug]))
    assert names(page) == BESIDE
    assert files_on(page) == []
    html = page.content.decode()
    assert re.findall(r'data-on="(\w+)"\s+data-word-at="[^"]*"', html) or 'data-on="false"' in html
    assert 'data-testid="environment-2"' in html
    assert 'data-testid="environment-3"' not in html


def test_later_files_win_and_typed_values_win_over_all(send):
    page = send("env/production.yaml", "env/small.yaml")
    assert shown(page) == {"size": "2", "name": "production", "tags": "a"}
    assert typed(page) == {}
    order = ["env/small.yaml", "env/production.yaml"]
    assert shown(send(*order, names=order))["size"] == "8"
    assert shown(send(*order, shown=order, names=order, param_size="5"))["size"] == "5"


def test_what_a_field_shows_of_a_file_is_not_typed(send):
    on = ["env/production.yaml"]
    page = send(*on, shown=on, param_size="8", param_name="production", param_tags="a")
    assert typed(page) == {}
    page = send(*on, shown=on, param_size="1", param_name="production")
    assert typed(page) == {"size": "1"}, "the default is typed where a file says otherwise"


def test_a_file_that_is_switched_off_takes_its_values_along_and_leaves_typed_ones(send):
    page = send(shown=["env/production.yaml"], param_size="7", param_name="production")
    assert shown(page) == {"size": "7", "name": "web", "tags": "a"}
    assert typed(page) == {"size": "7"}


def test_typing_over_a_file_can_be_taken_back(send):
    on = ["env/production.yaml"]
    page = send(*on, shown=on, param_size="7", reset="size")
    assert shown(page)["size"] == "8"


def test_each_field_says_where_its_value_comes_from(send):
    on = ["env/production.yaml"]
    page = send(*on, shown=on, param_size="7", param_name="production")
    fields = page.context["form"].fields
    assert (fields["name"].origin.kind, fields["name"].origin.file) == ("file", "env/production.yaml")
    assert (fields["size"].origin.kind, fields["size"].origin.was) == ("typed", "8")
    assert fields["tags"].origin.kind == "default"
    assert "From <code" in re.sub(r"\s+", " ", page.content.decode())


def test_types_and_defaults_of_nested_templates_count(send):
    page = send("env/types.yaml", param_size="3")
    one = page.context["filled"].preview.resources["one"]
    assert one.nested.file == "nested.yaml"
    assert page.context["filled"].preview.outputs["inner"].value == "3-b"
    assert "nested.yaml" in page.content.decode()


def test_files_move_by_buttons(send):
    page = send(**{"environment-down": "env/production.yaml"})
    assert names(page) == ["env/small.yaml", "env/production.yaml", "env/types.yaml"]
    page = send(**{"environment-up": "env/types.yaml"})
    assert names(page) == ["env/production.yaml", "env/types.yaml", "env/small.yaml"]


def test_files_that_are_gone_are_left_out_and_new_ones_come_last(send):
    page = send("gone.yaml", names=["gone.yaml", "env/types.yaml"])
    assert names(page) == ["env/types.yaml", "env/production.yaml", "env/small.yaml"]
    assert files_on(page) == []


@pytest.mark.parametrize("posted", ["nope", "[1", "{}", "[[]]", "[1, null]", "[" * 9000])
def test_whatever_is_shown_of_the_files_before_the_page_answers(send, posted):
    assert send(**{"environments-shown": posted}).status_code == 200


# -- uploaded and pasted ones --------------------------------------------------------------------


def test_uploaded_files_come_last_and_are_on(send):
    page = send(add="1", environment_file=[upload("a.yaml", "parameters: {size: 2, name: a}"), upload("b.yaml", "{}")])
    assert names(page) == [*BESIDE, "a.yaml", "b.yaml"]
    assert files_on(page) == ["a.yaml"] or files_on(page) == ["a.yaml", "b.yaml"]
    assert shown(page)["name"] == "a"


def test_a_pasted_text_has_the_name_that_is_given(send):
    page = send(add="1", environment_text="parameters: {size: 4}", environment_text_name="site.yaml")
    assert names(page)[-1] == "site.yaml"
    assert names(send(add="1", environment_text="parameters: {size: 4}"))[-1] == "pasted.yaml"


def test_of_a_zip_the_environments_are_taken(send):
    file = zipped(**{"envs/a.yaml": "parameters: {size: 3}\n", "readme.md": "hello", "t.yaml": NESTED.decode()})
    assert names(send(add="1", environment_file=[file]))[3:] == ["envs/a.yaml"]
    page = send(add="1", environment_file=[zipped(**{"readme.md": "hello"})])
    assert "The zip contains no environment file." in page.content.decode()


def test_a_file_of_a_name_that_is_there_is_kept_beside_it_or_takes_its_place(send):
    there = {"environment-text-site.yaml": "parameters: {size: 2}\n"}
    listed = [*BESIDE, "site.yaml"]
    new = {"add": "1", "environment_file": upload("site.yaml", "parameters: {size: 3}\n")}
    page = send("site.yaml", names=listed, **there, **new)
    assert names(page)[3:] == ["site.yaml", "site-2.yaml"]
    new["environment_file"] = upload("site.yaml", "parameters: {size: 3}\n")
    page = send("site.yaml", names=listed, environment_same="replace", **there, **new)
    assert names(page)[3:] == ["site.yaml"]
    assert shown(page)["size"] == "3"


def test_an_uploaded_file_can_be_taken_out_and_one_beside_the_template_cannot(send):
    there = {"environment-text-site.yaml": "parameters: {size: 2}\n"}
    page = send("site.yaml", names=[*BESIDE, "site.yaml"], **there, **{"environment-remove": "site.yaml"})
    assert names(page) == BESIDE
    assert names(send(**{"environment-remove": "env/small.yaml"})) == BESIDE


def test_a_file_that_cannot_be_read_is_not_used_and_says_where(send):
    page = send(add="1", environment_file=[upload("bad.yaml", "a: 1\nparameters: {size: 3}\n")])
    assert files_on(page) == []
    html = re.sub(r"\s+", " ", page.content.decode())
    assert "Line 1: not used" in html
    assert re.search(r'name="environment-on"\s+value="bad.yaml"[^>]*disabled', html)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"environment_text": " "}, "Choose a file or paste its text."),
        ({"environment_text": "#" * 600_000}, "larger than 512 KiB"),
        ({"environment_file": b"\xff\xfe\x00\x01"}, "not UTF-8 text"),
        ({"environment_file": b"PK\x03\x04junk"}, "The zip is damaged"),
    ],
)
@pytest.mark.parametrize("htmx", [True, False])
def test_what_cannot_be_added_is_reported_and_changes_nothing(send, data, words, htmx):
    files = {name: SimpleUploadedFile("x.yaml", value) for name, value in data.items() if isinstance(value, bytes)}
    page = send(add="1", htmx=htmx, param_name="kept", **{**data, **files})
    assert words in page.content.decode()
    assert names(page) == BESIDE
    assert typed(page) == {"name": "kept"}


@pytest.mark.parametrize("text", ["[" * 50_000, "a: &a {b: *a}", "5", "parameters: 5", "null", "- a", "\0"])
def test_whatever_is_added_the_page_answers(send, text):
    assert send(add="1", environment_text=text).status_code == 200


def test_more_than_a_form_can_carry_is_refused_whatever_came_before(send):
    there = {f"environment-text-{number}.yaml": "parameters: {size: 2}\n" for number in range(20)}
    listed = [*BESIDE, *(f"{number}.yaml" for number in range(20))]
    page = send(names=listed, **there, add="1", environment_text="parameters: {size: 3}")
    assert "A form can have at most 20 uploaded files." in page.content.decode()
    large = {"environment-text-site.yaml": "# " + "x" * 1024 * 1024}
    page = send(names=[*BESIDE, "site.yaml"], **large, add="1", environment_text="parameters: {size: 3}")
    assert "larger than 1 MiB in total" in page.content.decode()


def test_many_more_files_than_a_form_can_carry_are_dropped(send):
    listed = {f"environment-text-{number}.yaml": "parameters: {size: 2}\n" for number in range(2000)}
    with within(3):
        page = send(names=[*BESIDE, *(f"{number}.yaml" for number in range(2000))], **listed)
    assert names(page) == [*BESIDE, *(f"{number}.yaml" for number in range(20))]
    alike = {f"environment-text-{BESIDE[0]}": "parameters: {}"}
    with within(3):
        page = send(names=[BESIDE[0]] * 1000, **alike)
    assert len(names(page)) == len(BESIDE) + 20


def test_no_uploaded_file_is_lost_when_one_of_its_name_comes_beside_the_template(send):
    there = {"environment-text-env/small.yaml": "parameters: {size: 3}\n"}
    there["environment-text-env/small-2.yaml"] = "parameters: {size: 4}\n"
    page = send("env/small-2.yaml", names=["env/small.yaml", "env/small-2.yaml"], **there)
    uploaded = {file.name: file.text for file in page.context["filled"].environments.uploaded}
    assert sorted(uploaded.values()) == ["parameters: {size: 3}\n", "parameters: {size: 4}\n"]
    assert uploaded["env/small-2.yaml"].endswith("4}\n")


# -- hidden values --------------------------------------------------------------------------------


def test_a_hidden_value_of_an_uploaded_file_counts_and_is_nowhere(send, client, design, alice):
    client.force_login(alice)
    text = f"parameters:\n  size: 3\n  password: {SECRET}  # from the safe\n"
    for htmx in (True, False):
        page = send(add="1", htmx=htmx, environment_file=[upload("site.yaml", text)])
        field = page.context["form"].fields["password"]
        assert (field.origin.kind, field.origin.file) == ("file", "site.yaml")
        assert page.context["filled"].preview.parameters["password"].source == "given"
        assert SECRET not in page.content.decode()
        assert "1 hidden" in page.content.decode()
    address = reverse("values", args=[design.slug])
    posted = {"environment-name": "site.yaml", "environment-on": "site.yaml", "environment-text-site.yaml": text}
    assert client.post(address, {**posted, "set_name": "eu"}).status_code == 302
    kept = [
        *ValueSet.objects.values_list("environments", flat=True),
        *FormDraft.objects.values_list("state", flat=True),
    ]
    assert len(kept) == 2
    assert SECRET not in str(kept)
    assert "size: 3" in str(kept)


def test_an_opened_file_shows_what_it_says_and_what_counts(send):
    on = ["env/production.yaml", "env/small.yaml"]
    page = send(*on, shown=on, param_name="mine", param_size="2", **{"environment-open": "env/production.yaml"})
    html = re.sub(r"\s+", " ", page.content.decode())
    layer = html[html.index('id="environment-file"') :]
    assert "In the bundle" in layer
    assert "typed: mine" in layer
    assert "from env/small.yaml" in layer
    assert "parameters: {size: 8, name: production}" in layer


def test_an_opened_file_moves_only_where_there_is_room(send):
    def moves(name):
        html = " ".join(send(**{"environment-open": name}).content.decode().split())
        return [f'name="environment-{way}" value="{name}" disabled' not in html for way in ("up", "down")]

    assert moves("env/production.yaml") == [False, True]
    assert moves("env/small.yaml") == [True, True]
    assert moves("env/types.yaml") == [True, False]


def test_a_file_beside_the_template_says_who_reads_its_hidden_values(client, make_design):
    text = MINIMAL.replace(b"type: number", b"type: number\n    hidden: true")
    design = make_design(text, visibility="public", files={"env.yaml": b"parameters: {size: 7}\n"})
    page = client.post(reverse("fill", args=[design.slug]), {"environment-open": "env.yaml"})
    html = " ".join(page.content.decode().split())
    assert "Anyone who can view the template can view the file." in html
    assert "size: 7" not in html


# -- who may see them -----------------------------------------------------------------------------


@pytest.fixture
def link(design, alice):
    def make(may=May.FILL, on=("env/production.yaml",), **allowed):
        kept = [{"name": name, "on": name in on} for name in BESIDE]
        return share_link_create(design=design, created_by=alice, may=may, environments=kept, **allowed)

    return make


def test_the_files_that_the_maker_of_a_link_left_on_are_in_force_and_not_named(send, link, client):
    address = reverse("shared", args=[link().token])
    for page in (client.get(address), send("env/small.yaml", address=address), send(address=address, htmx=True)):
        assert shown(page)["name"] == "production"
        html = page.content.decode()
        assert "env/production.yaml" not in html
        assert 'data-testid="environment-0"' not in html
    assert "From the sender of the link" in client.get(address).content.decode()


def test_the_maker_of_a_link_may_show_the_list(send, link, client):
    address = reverse("shared", args=[link(may_see_environments=True).token])
    page = client.get(address)
    assert files_on(page) == ["env/production.yaml"]
    assert 'data-testid="environment-0"' in page.content.decode()
    assert shown(send("env/small.yaml", address=address))["size"] == "2"


def test_a_view_link_begins_with_the_files_of_its_maker(link, client):
    page = client.get(reverse("shared", args=[link(May.VIEW).token]))
    assert shown(page)["name"] == "production"


def test_a_prefilled_link_names_files_beside_the_template(client, design, send):
    on = ["env/small.yaml"]
    uploaded = {"environment-text-site.yaml": "parameters: {name: x}\n"}
    page = send(*on, "site.yaml", shown=on, names=[*BESIDE, "site.yaml"], param_name="mine", **uploaded)
    query = page.context["filled"].prefilled_query
    assert "environment=env%2Fsmall.yaml" in query
    assert "site" not in query
    page = client.get(reverse("fill", args=[design.slug]) + query)
    assert files_on(page) == on
    assert shown(page) == {"size": "2", "name": "mine", "tags": "a"}


def test_a_prefilled_link_says_that_the_files_of_its_maker_are_off(link, client, send):
    address = reverse("shared", args=[link(may_see_environments=True).token])
    assert files_on(client.get(address)) == ["env/production.yaml"]
    page = send(shown=["env/production.yaml"], address=address, param_size="3")
    query = page.context["filled"].prefilled_query
    page = client.get(address + query)
    assert files_on(page) == []
    assert shown(page)["name"] == "web"
    assert shown(page)["size"] == "3"


def test_a_prefilled_link_says_nothing_of_files_where_the_form_opens_with_none(send):
    page = send(shown=["env/production.yaml"], param_size="3")
    assert page.context["filled"].prefilled_query == "?param-size=3"


MERGING = {"env/tags.yaml": b"parameter_merge_strategies: {tags: merge}\nparameters: {tags: [b], name: mine}\n"}


def test_the_page_says_which_typed_values_heat_adds_to_those_of_the_files(client, make_design, send):
    design = make_design(TEMPLATE, name="Merging", files=FILES | MERGING, visibility=Visibility.PUBLIC)
    address = reverse("fill", args=[design.slug])

    def note(*on, **typed):
        html = send(*on, shown=on, names=[*MERGING, *BESIDE], address=address, **typed).content.decode()
        part = re.search(r'data-testid="typed-merged">(.*?)</div>', html, re.DOTALL).group(1)
        return " ".join(re.sub("<[^>]+>", "", part).split())

    said = note("env/tags.yaml", param_tags="x", param_name="typed")
    assert said.startswith("Heat merges these with the values in the files, because the files set a merge strategy:")
    assert "strategy: tags." in said
    assert "“All in one”" in said
    assert note("env/tags.yaml", param_name="typed") == ""
    assert note(param_tags="x") == ""


ADDED = "# If passed after the enabled files, Heat merges these into their values: tags\n"


@pytest.mark.parametrize(("kind", "begins"), [("apart", ADDED), ("together", "parameters:")])
def test_a_file_of_typed_values_says_which_heat_adds_to_others(client, make_design, kind, begins):
    design = make_design(TEMPLATE, name="Merging", files=FILES | MERGING, visibility=Visibility.PUBLIC)
    asked = {"environment-name": [*MERGING], "environment-on": [*MERGING], "environments-shown": quoted([*MERGING])}
    answer = client.post(reverse("environment", args=[design.slug]), {**asked, "param-tags": "x", "environments": kind})
    assert answer.content.decode().startswith(begins)


@pytest.mark.parametrize("end", ["\n", "\r", "\x85", "\u2028"])
@pytest.mark.parametrize("others", [{}, {"tags": "x"}])
def test_the_name_of_a_parameter_cannot_end_the_comment_that_names_it(client, make_design, end, others):
    name = f"a{end}resource_registry: {{OS::Heat::None: http://example.org/theirs.yaml}}{end}#"
    kinds = {each: {"type": "json" if each == name else "comma_delimited_list"} for each in (name, *others)}
    template = yaml.safe_dump({"heat_template_version": "2021-04-16", "parameters": kinds})
    says = {each: {"a": 1} if each == name else ["a"] for each in kinds}
    merging = yaml.safe_dump({"parameter_merge_strategies": dict.fromkeys(kinds, "merge"), "parameters": says})
    design = make_design(template, files={"m.yaml": merging.encode()}, visibility=Visibility.PUBLIC)
    typed = {f"param-{each}": value for each, value in {name: '{"b": 1}', **others}.items()}
    listed = {"environment-name": "m.yaml", "environment-on": "m.yaml", "environments-shown": quoted(["m.yaml"])}
    answer = client.post(reverse("environment", args=[design.slug]), {**listed, **typed, "environments": "apart"})
    text = answer.content.decode()
    assert yaml.safe_load(text) == {"parameters": {name: {"b": 1}, **{each: ["x"] for each in others}}}
    assert text.startswith(ADDED if others else "parameters:")


SHARED_NAME = """\
heat_template_version: 2021-04-16
parameters:
  token: {type: string, default: web, label: Token}
resources:
  one: {type: nested.yaml}
"""
HIDING = b"""\
heat_template_version: 2021-04-16
parameters:
  token: {type: string, hidden: true, default: x}
"""


@pytest.fixture
def upload_to(client, make_design):
    """Opens a template whose open parameter has the name of a hidden one in its nested template, with a file."""
    design = make_design(SHARED_NAME, name="Same", files={"nested.yaml": HIDING}, visibility=Visibility.PUBLIC)
    client.force_login(design.owner)

    def post(text, **fields):
        listed = {"environment-name": "site.yaml", "environment-on": "site.yaml", "environment-text-site.yaml": text}
        where = "values" if "set_name" in fields else "fill"
        return client.post(reverse(where, args=[design.slug]), {**listed, **plain(fields)})

    return post


def test_a_value_that_reaches_only_an_open_parameter_is_kept(upload_to):
    text = "parameters: {token: from-file}\n"
    upload_to(text, set_name="eu")
    assert ValueSet.objects.get().environments == [{"name": "site.yaml", "on": True, "text": text}]
    html = upload_to(text, **{"environment-open": "site.yaml"}).content.decode()
    assert "1 value" in html
    assert "1 hidden" not in html
    assert "hidden in a nested one" not in html
    assert "never kept with a set, because" not in html


def test_of_a_value_that_reaches_a_hidden_parameter_too_the_page_says_that_it_is_not_kept(upload_to):
    text = f"parameter_defaults: {{token: {SECRET}}}\n"
    upload_to(text, set_name="eu")
    assert SECRET not in str(ValueSet.objects.get().environments)
    html = " ".join(upload_to(text, **{"environment-open": "site.yaml"}).content.decode().split())
    assert "; never kept with a set, because a nested template hides it" in html
    assert "Token is used here but never saved with a value set." in html
    assert "Token is visible in this template but hidden in a nested one that also uses it." in html
