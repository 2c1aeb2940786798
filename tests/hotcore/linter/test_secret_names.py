"""Parameters that are secrets by their names or by the properties that they are used for, and what contradicts it."""

import pytest

from hotcore.analysis import load
from hotcore.linter.linter import lint

HEAD = "heat_template_version: 2021-04-16\n"

SECRETS = """
password passwords db_password AdminPassword adminPassword rootpassword password_1 PASSWORD2 VrtsSSHPassword
ManilaVMAXNasPassword passphrase db_pass admin_pwd os-passwd secret my_secret2 api_secret secret_key secretKey
aws_secret_access_key private_key SSHPrivateKey api_key APIKey2 apikey token auth_token ApiToken registry_credentials
"""

OTHERS = """
compass bypass by_pass two_pass password_length passwordPolicy PasswordAuthentication password_file secret_name
secret_ref secret_id private_key_path token_ttl token_url max_token api_key_name key_name public_key ssh_key
access_key use_password has_password enable_secret generatePassword require_passphrase allow_token barbican_secret
pwd 1 -
"""


def found(text, code="secret-not-hidden"):
    """What is reported of parameters that are not hidden, or by another rule."""
    document = load(HEAD + text)
    assert document.ok, document.diagnostics
    return [each.message for each in lint(document, select=[code])]


def found_in(parameter):
    """What is reported of a parameter that nothing reads."""
    return found(f"parameters: {{{parameter}}}\n")


@pytest.mark.parametrize("name", SECRETS.split())
def test_a_parameter_is_a_secret_by_its_name(name):
    assert found_in(f"{name}: {{type: string}}") == [f"`{name}` looks like a secret, but is not hidden."]


@pytest.mark.parametrize("name", OTHERS.split())
def test_a_name_with_a_word_for_a_secret_may_be_no_secret(name):
    assert found_in(f"'{name}': {{type: string}}") == []


@pytest.mark.parametrize(
    ("rest", "expected"),
    [
        ("type: string, default: ''", True),
        ("type: string, description: The password of the user with that name", True),
        ("type: string, description: Name and password", True),
        ("type: comma_delimited_list", True),
        ("type: json", True),
        ("type: number", True),
        ("type: boolean", False),
        ("type: string, hidden: true", False),
        ("type: string, default: 'no'", False),
        ("type: string, default: 'True'", False),
        ("type: string, default: /etc/key", False),
        ("type: string, constraints: [{allowed_values: [a, b]}]", False),
        ("type: string, constraints: [{custom_constraint: barbican.secret}]", False),
        ("type: string, description: UUID of the secret", False),
        ("type: string, description: The secret in Barbican (UUID).", False),
        ("type: string, description: A path to the password", False),
        ("type: string, description: 'Where it is kept', label: Secret reference", False),
        ("type: string, description: The name or ID of the secret", False),
        ("type: string, description: Whether there is a password", False),
    ],
)
def test_the_declaration_of_a_parameter_decides_whether_it_is_a_secret(rest, expected):
    assert bool(found_in(f"my_password: {{{rest}}}")) is expected


def test_a_number_that_counts_passes_or_tokens_is_no_secret():
    assert found_in("build_pass: {type: number}") == found_in("token: {type: number}") == []


@pytest.mark.parametrize("name", ["max_passwords", "num_credentials", "passphrases"])
def test_a_count_of_secrets_is_no_secret(name):
    assert found_in(f"{name}: {{type: number}}") == []
    assert found_in(f"{name}: {{type: string}}") != []


SERVER = "flavor: m1, image: c, networks: [{network: n}]"


@pytest.mark.parametrize(
    ("parameter", "made", "expected"),
    [
        ("type: string", f"OS::Nova::Server, properties: {{{SERVER}, admin_pass: {{get_param: k}}}}", "admin_pass"),
        ("type: string", f"OS::Nova::Server, properties: {{{SERVER}, admin_pass: {{get_param: [k]}}}}", "admin_pass"),
        ("type: string", "OS::Keystone::User, properties: {password: {get_param: k}}", "password"),
        ("type: string", ("OS::Trove::Instance, properties: {flavor: f, size: 1, databases: [{name: data}], networks:"
         " [{network: n}], users: [{name: user, databases: [data], password: {get_param: k}}]}"), "password"),
        ("type: string, hidden: true", f"OS::Nova::Server, properties: {{{SERVER}, admin_pass: {{get_param: k}}}}", ""),
        ("type: json", f"OS::Nova::Server, properties: {{{SERVER}, admin_pass: {{get_param: [k, a]}}}}", ""),
        ("type: string", f"OS::Nova::Server, properties: {{{SERVER}, key_name: {{get_param: k}}}}", ""),
        ("type: boolean", "OS::Nova::KeyPair, properties: {name: n, save_private_key: {get_param: k}}", ""),
        ("type: string", ("OS::Nova::Server, properties: {flavor: m1, image: c, networks: [{network: n}], admin_pass:"
         " {if: [{equals: [{get_param: k}, a]}, b, c]}}"), ""),
    ],
)  # fmt: skip
def test_a_parameter_is_a_secret_by_the_property_that_it_is_used_for(parameter, made, expected):
    text = f"parameters: {{k: {{{parameter}}}}}\nresources: {{r: {{type: {made}}}}}\n"
    assert found(text) == ([f"`k` is used as `{expected}` of `r`, but is not hidden."] if expected else [])


def test_a_reference_to_a_secret_is_no_secret():
    text = (
        "parameters: {tls_private_key: {type: string}}\n"
        "resources: {c: {type: OS::Barbican::CertificateContainer, properties: {private_key_ref:"
        " {get_param: tls_private_key}}}}\n"
    )
    assert not found(text)


def test_a_secret_may_be_hardcoded_in_properties_of_any_name():
    text = (
        "resources:\n"
        "  order: {type: OS::Barbican::Order, properties: {type: key, pass_phrase: opensesame}}\n"
        "  pair: {type: OS::Nova::KeyPair, properties: {name: key, public_key: ssh-rsa}}\n"
    )
    assert found(text, "literal-password") == ["`pass_phrase` is hardcoded in the template."]
