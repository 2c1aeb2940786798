"""The groups and the form of a template with more parameters than people can look through."""


def test_the_first_parameters_are_shown_and_the_others_counted(client, alice, make_design) -> None:
    declared = "".join(f"  p{number}: {{type: string}}\n" for number in range(1200))
    design = make_design(f"heat_template_version: 2021-04-16\nparameters:\n{declared}resources: {{}}\n")
    client.force_login(alice)
    text = design.newest.content.text.decode()
    page = client.post(f"/templates/{design.slug}/design/parameters/", {"text": text}).content.decode()
    assert "700 more parameters are in the text alone." in page
    assert "The first 500 of 1200 parameters." in page
    assert page.count('id="field-') <= 500
    assert "p499" in page
    assert "p501" not in page
