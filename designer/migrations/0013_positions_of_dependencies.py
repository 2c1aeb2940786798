from django.db import migrations


def forget_dependencies(apps, schema_editor):
    """Delete positions of dependencies: they are of a layout that drew boxes of other sizes, users above what they use."""
    apps.get_model("designer", "Positions").objects.filter(view="graph").delete()


class Migration(migrations.Migration):
    dependencies = [
        ("designer", "0012_form_draft_sequence"),
    ]

    operations = [
        migrations.RunPython(forget_dependencies, migrations.RunPython.noop),
    ]
