"""Tokens of share links become hashes; links get a label, a last day and a limit of uses."""

import hashlib

from django.db import migrations, models


def hash_tokens(apps, schema_editor):
    """Store the hash of each token, so that the links go on working."""
    links = apps.get_model("designer", "ShareLink").objects
    for link in links.only("pk", "token").iterator():
        links.filter(pk=link.pk).update(token_hash=hashlib.sha256(link.token.encode()).hexdigest())


class Migration(migrations.Migration):

    dependencies = [
        ('designer', '0014_throttle'),
    ]

    operations = [
        migrations.AddField(model_name='sharelink', name='expires', field=models.DateTimeField(blank=True, null=True)),
        migrations.AddField(model_name='sharelink', name='label', field=models.CharField(blank=True, max_length=80, default=''), preserve_default=False),
        migrations.AddField(model_name='sharelink', name='last_used', field=models.DateTimeField(blank=True, null=True)),
        migrations.AddField(model_name='sharelink', name='most_uses', field=models.PositiveIntegerField(blank=True, null=True)),
        migrations.AddField(model_name='sharelink', name='uses', field=models.PositiveIntegerField(default=0)),
        migrations.AddField(model_name='sharelink', name='token_hash', field=models.CharField(editable=False, max_length=64, null=True)),
        migrations.RunPython(hash_tokens),
        migrations.AlterField(model_name='sharelink', name='token_hash', field=models.CharField(editable=False, max_length=64, unique=True)),
        migrations.RemoveField(model_name='sharelink', name='token'),
    ]
