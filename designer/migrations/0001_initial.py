"""The schema before the first release.

It is one migration, so that what it replaces counts as a whole: `migrate` refuses a database that has only a part of
that, and says which commit leads on from there. `replaces` can go when no database is left that was made without it.
"""

import designer.models
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    replaces = [('designer', name) for name in '''
        0001_designs_and_revisions 0002_drafts 0003_positions 0004_draft_window 0005_draft_file_counter
        0006_indexed_by 0007_environments_and_form_drafts 0008_is_fork 0009_revision_path 0010_upload
        0011_positions_view 0012_form_draft_sequence 0013_positions_of_dependencies 0014_throttle 0015_share_links
        0016_audit_entry 0017_policy_violation 0018_deleted_at 0019_confirmed_address 0020_fresh_of_draft_files
        0021_identities 0022_cloud_connections 0023_runs 0024_cloud_facts 0025_cloud_catalogue_contents 0026_restoring
        0027_cloud_away 0028_more_acts 0029_restores_and_purges 0030_resets_by_administrators
        0031_erase_access_of_inactive
    '''.split()]

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Design',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.SlugField(max_length=80, unique=True, verbose_name='address')),
                ('name', models.CharField(max_length=120, verbose_name='name')),
                ('description', models.TextField(blank=True, verbose_name='description')),
                ('visibility', models.CharField(choices=[('private', 'Only you'), ('public', 'Everybody')], default='private', max_length=8, verbose_name='visibility')),
                ('is_fork', models.BooleanField(default=False)),
                ('created', models.DateTimeField(auto_now_add=True)),
                ('changed', models.DateTimeField(default=django.utils.timezone.now)),
                ('deleted_at', models.DateTimeField(blank=True, null=True)),
                ('version', models.CharField(blank=True, max_length=20)),
                ('resource_count', models.PositiveIntegerField(default=0)),
                ('parameter_count', models.PositiveIntegerField(default=0)),
                ('error_count', models.PositiveIntegerField(default=0)),
                ('warning_count', models.PositiveIntegerField(default=0)),
                ('indexed_by', models.PositiveSmallIntegerField(default=0)),
                ('search_text', models.TextField(blank=True)),
                ('shape', models.JSONField(blank=True, default=dict)),
                ('forked_from', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='forks', to='designer.design')),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='designs', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [
                    models.Index(fields=['visibility', '-changed'], name='design_visibility_changed'),
                    models.Index(fields=['owner', '-changed'], name='design_owner_changed'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Revision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('text', models.BinaryField()),
                ('path', models.CharField(blank=True, max_length=255)),
                ('message', models.CharField(blank=True, max_length=200, verbose_name='message')),
                ('created', models.DateTimeField(default=django.utils.timezone.now)),
                ('content_hash', models.CharField(max_length=64)),
                ('author', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('design', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='revisions', to='designer.design')),
            ],
            options={'ordering': ('-number',), 'constraints': [models.UniqueConstraint(fields=('design', 'number'), name='revision_number_in_design')]},
        ),
        migrations.AddField(
            model_name='design',
            name='head',
            field=models.OneToOneField(null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='+', to='designer.revision'),
        ),
        migrations.CreateModel(
            name='RevisionFile',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('path', models.CharField(max_length=255)),
                ('content', models.BinaryField()),
                ('revision', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='files', to='designer.revision')),
            ],
            options={'ordering': ('path',), 'constraints': [models.UniqueConstraint(fields=('revision', 'path'), name='path_once_per_revision')]},
        ),
        migrations.CreateModel(
            name='Tag',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(db_index=True, max_length=40)),
                ('design', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tags', to='designer.design')),
            ],
            options={'ordering': ('name',), 'constraints': [models.UniqueConstraint(fields=('design', 'name'), name='tag_once_per_design')]},
        ),
        migrations.CreateModel(
            name='Draft',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('counter', models.PositiveBigIntegerField()),
                ('given_up', models.BooleanField(default=False)),
                ('window', models.CharField(blank=True, max_length=36)),
                ('changed', models.DateTimeField(default=django.utils.timezone.now)),
                ('design', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='drafts', to='designer.design')),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='drafts', to=settings.AUTH_USER_MODEL)),
                ('base', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='designer.revision')),
            ],
            options={'constraints': [models.UniqueConstraint(fields=('design', 'owner'), name='draft_per_person_and_design')]},
        ),
        migrations.CreateModel(
            name='DraftFile',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('path', models.CharField(blank=True, max_length=255)),
                ('content', models.BinaryField(null=True)),
                ('counter', models.PositiveBigIntegerField(default=0)),
                ('fresh', models.JSONField(blank=True, default=list)),
                ('draft', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='files', to='designer.draft')),
            ],
            options={'constraints': [models.UniqueConstraint(fields=('draft', 'path'), name='path_once_per_draft')]},
        ),
        migrations.CreateModel(
            name='Positions',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('path', models.CharField(blank=True, max_length=255)),
                ('view', models.CharField(choices=[('map', 'Map'), ('graph', 'Dependencies')], default='graph', max_length=10)),
                ('places', models.JSONField(default=dict)),
                ('changed', models.DateTimeField(auto_now=True)),
                ('design', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='positions', to='designer.design')),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={'verbose_name_plural': 'positions', 'constraints': [models.UniqueConstraint(fields=('design', 'owner', 'path', 'view'), name='positions_once_per_person_and_graph')]},
        ),
        migrations.CreateModel(
            name='ValueSet',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80, verbose_name='name')),
                ('values', models.JSONField(default=dict)),
                ('environments', models.JSONField(blank=True, default=list)),
                ('is_shared', models.BooleanField(default=False)),
                ('changed', models.DateTimeField(auto_now=True)),
                ('design', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='value_sets', to='designer.design')),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='value_sets', to=settings.AUTH_USER_MODEL)),
            ],
            options={'ordering': ('name',), 'constraints': [models.UniqueConstraint(fields=('design', 'owner', 'name'), name='value_set_name_per_person_and_design')]},
        ),
        migrations.CreateModel(
            name='FormDraft',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('state', models.JSONField(default=dict)),
                ('former', models.JSONField(blank=True, null=True)),
                ('counter', models.PositiveBigIntegerField(default=1)),
                ('window', models.CharField(blank=True, max_length=36)),
                ('sequence', models.PositiveBigIntegerField(default=0)),
                ('changed', models.DateTimeField(auto_now=True)),
                ('design', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='form_drafts', to='designer.design')),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='form_drafts', to=settings.AUTH_USER_MODEL)),
            ],
            options={'constraints': [models.UniqueConstraint(fields=('design', 'owner'), name='form_draft_per_person_and_design')]},
        ),
        migrations.CreateModel(
            name='Upload',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('token', models.CharField(default=designer.models.unguessable_token, editable=False, max_length=64, unique=True)),
                ('file_name', models.CharField(max_length=255)),
                ('title', models.CharField(blank=True, max_length=120)),
                ('content', models.BinaryField()),
                ('created', models.DateTimeField(default=django.utils.timezone.now)),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='ShareLink',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('token_hash', models.CharField(editable=False, max_length=64, unique=True)),
                ('may', models.CharField(choices=[('view', 'View the template and fill its form'), ('fill', 'Only fill the form')], max_length=4)),
                ('environments', models.JSONField(blank=True, default=list)),
                ('may_see_environments', models.BooleanField(default=False)),
                ('may_see_outputs', models.BooleanField(default=False)),
                ('created', models.DateTimeField(auto_now_add=True)),
                ('revoked_at', models.DateTimeField(blank=True, null=True)),
                ('label', models.CharField(blank=True, max_length=80)),
                ('expires', models.DateTimeField(blank=True, null=True)),
                ('most_uses', models.PositiveIntegerField(blank=True, null=True)),
                ('uses', models.PositiveIntegerField(default=0)),
                ('last_used', models.DateTimeField(blank=True, null=True)),
                ('created_by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('design', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='share_links', to='designer.design')),
            ],
            options={'ordering': ('-created',)},
        ),
        migrations.CreateModel(
            name='ConfirmedAddress',
            fields=[
                ('person', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='confirmed_address', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('address', models.CharField(db_index=True, max_length=254)),
            ],
            options={'verbose_name_plural': 'confirmed addresses'},
        ),
        migrations.CreateModel(
            name='ProviderIdentity',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('issuer', models.CharField(max_length=200)),
                ('subject', models.CharField(max_length=255)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='provider_identities', to=settings.AUTH_USER_MODEL)),
            ],
            options={'verbose_name_plural': 'provider identities', 'constraints': [models.UniqueConstraint(fields=('issuer', 'subject'), name='subject_of_an_issuer')]},
        ),
        migrations.CreateModel(
            name='SecondFactor',
            fields=[
                ('person', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='second_factor', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('secret', models.TextField()),
                ('last_step', models.BigIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name='RecoveryCode',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code_hash', models.CharField(max_length=64)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='recovery_codes', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='AuditEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
                ('act', models.CharField(choices=[('signed-in', 'signed in'), ('signed-in-with-provider', 'signed in with'), ('signed-out', 'signed out'), ('sign-in-failed', 'wrong password'), ('code-failed', 'wrong code of the second factor'), ('provider-refused', 'was refused after signing in at'), ('signed-up', 'created an account'), ('password-changed', 'changed their password'), ('email-changed', 'changed their e-mail address'), ('provider-connected', 'connected their account with'), ('provider-disconnected', 'disconnected their account from'), ('second-factor-added', 'set up their second factor'), ('second-factor-removed', 'turned off their second factor'), ('recovery-codes-renewed', 'created new recovery codes'), ('recovery-code-used', 'used a recovery code'), ('template-published', 'made a template public'), ('template-withdrawn', 'made a template private'), ('template-deleted', 'deleted a template'), ('template-restored', 'restored a template from the recycle bin'), ('template-purged', 'deleted a template for good'), ('revision-restored', 'restored a revision'), ('link-created', 'created a share link'), ('link-revoked', 'revoked a share link'), ('values-shared', 'shared saved values'), ('person-invited', 'invited'), ('person-deactivated', 'deactivated'), ('person-activated', 'activated'), ('password-link-created', 'created a password link for'), ('second-factor-reset', 'reset the second factor of'), ('provider-reset', 'disconnected from the provider the account of'), ('cloud-access-erased', 'erased the access to clouds of'), ('cloud-connected', 'connected to a cloud'), ('cloud-refused', 'was refused by a cloud'), ('cloud-disconnected', 'disconnected from a cloud'), ('run-started', 'started a run'), ('run-cancelled', 'cancelled a run'), ('stack-changed', 'asked Heat for an action on a stack'), ('stack-deleted', 'deleted a stack'), ('administrator-made', 'made an administrator'), ('instance-restored', 'restored the instance from the backup with the hash')], max_length=30)),
                ('actor', models.CharField(blank=True, max_length=150)),
                ('subject', models.CharField(blank=True, max_length=200)),
                ('client', models.CharField(blank=True, max_length=45)),
            ],
            options={'verbose_name_plural': 'audit entries', 'ordering': ('-pk',)},
        ),
        migrations.CreateModel(
            name='Throttle',
            fields=[
                ('key', models.CharField(max_length=64, primary_key=True, serialize=False)),
                ('count', models.IntegerField()),
                ('until', models.FloatField(db_index=True)),
            ],
        ),
        migrations.CreateModel(
            name='PolicyViolation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('day', models.DateField()),
                ('directive', models.CharField(max_length=40)),
                ('count', models.PositiveIntegerField(default=0)),
            ],
            options={'constraints': [models.UniqueConstraint(fields=('day', 'directive'), name='violation_per_day_and_directive')]},
        ),
        migrations.CreateModel(
            name='CloudConnection',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('cloud', models.CharField(max_length=200)),
                ('region', models.CharField(blank=True, max_length=200)),
                ('project_id', models.CharField(blank=True, max_length=64)),
                ('project', models.CharField(blank=True, max_length=200)),
                ('user', models.CharField(blank=True, max_length=255)),
                ('is_by_credential', models.BooleanField(default=False)),
                ('access', models.BinaryField()),
                ('ends', models.DateTimeField(db_index=True)),
                ('created', models.DateTimeField(auto_now_add=True)),
                ('away_since', models.DateTimeField(blank=True, null=True)),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='cloud_connections', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='CloudCredential',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('cloud', models.CharField(max_length=200)),
                ('identifier', models.CharField(max_length=64)),
                ('secret', models.BinaryField()),
                ('created', models.DateTimeField(auto_now_add=True)),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='cloud_credentials', to=settings.AUTH_USER_MODEL)),
            ],
            options={'constraints': [models.UniqueConstraint(fields=('owner', 'cloud', 'identifier'), name='credential_of_owner_and_cloud')]},
        ),
        migrations.CreateModel(
            name='CloudList',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('constraint', models.CharField(max_length=60)),
                ('rows', models.JSONField(default=list)),
                ('read_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('connection', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='lists', to='designer.cloudconnection')),
            ],
            options={'constraints': [models.UniqueConstraint(fields=('connection', 'constraint'), name='list_of_connection')]},
        ),
        migrations.CreateModel(
            name='CloudQuota',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('left', models.JSONField(default=dict)),
                ('flavors', models.JSONField(default=dict)),
                ('silent', models.JSONField(default=list)),
                ('read_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('connection', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='quota', to='designer.cloudconnection')),
            ],
        ),
        migrations.CreateModel(
            name='CloudCatalogue',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('cloud', models.CharField(max_length=200)),
                ('region', models.CharField(blank=True, max_length=200)),
                ('project_id', models.CharField(max_length=64)),
                ('types', models.JSONField(default=list)),
                ('versions', models.JSONField(default=dict)),
                ('fault', models.TextField(blank=True)),
                ('read_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('unread', models.JSONField(default=list)),
                ('content', models.BinaryField(default=b'')),
                ('whole_at', models.DateTimeField(null=True)),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='cloud_catalogues', to=settings.AUTH_USER_MODEL)),
            ],
            options={'constraints': [models.UniqueConstraint(fields=('owner', 'cloud', 'region', 'project_id'), name='catalogue_of_project')]},
        ),
        migrations.CreateModel(
            name='Run',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('cloud', models.CharField(max_length=200)),
                ('region', models.CharField(blank=True, max_length=200)),
                ('project_id', models.CharField(max_length=64)),
                ('project', models.CharField(blank=True, max_length=200)),
                ('stack_name', models.CharField(max_length=255)),
                ('stack_id', models.CharField(blank=True, max_length=64)),
                ('action', models.CharField(choices=[('create', 'create'), ('update', 'update'), ('restore', 'restore')], default='create', max_length=7)),
                ('state', models.CharField(choices=[('planned', 'Planned'), ('starting', 'Starting'), ('running', 'At work'), ('cancelling', 'Cancelling'), ('blind', 'Watching paused'), ('away', 'The cloud does not answer'), ('complete', 'Complete'), ('failed', 'Failed'), ('cancelled', 'Cancelled'), ('rolled-back', 'Rolled back')], default='planned', max_length=12)),
                ('form', models.JSONField(default=dict)),
                ('is_cancelled', models.BooleanField(default=False)),
                ('rolls_back', models.BooleanField(default=True)),
                ('minutes', models.PositiveIntegerField(default=60)),
                ('tags', models.CharField(blank=True, max_length=255)),
                ('begins_after', models.CharField(blank=True, max_length=64)),
                ('plan', models.JSONField(blank=True, default=dict)),
                ('masks', models.JSONField(blank=True, default=list)),
                ('reason', models.TextField(blank=True)),
                ('created', models.DateTimeField(default=django.utils.timezone.now)),
                ('started', models.DateTimeField(blank=True, null=True)),
                ('ended', models.DateTimeField(blank=True, null=True)),
                ('seen', models.DateTimeField(blank=True, null=True)),
                ('leased_until', models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
                ('design', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='runs', to='designer.design')),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='runs', to=settings.AUTH_USER_MODEL)),
                ('revision', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='designer.revision')),
            ],
            options={'ordering': ('-pk',), 'indexes': [models.Index(fields=['state', 'leased_until'], name='run_state_leased_until')]},
        ),
        migrations.CreateModel(
            name='RunToken',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('cloud', models.CharField(max_length=200)),
                ('region', models.CharField(blank=True, max_length=200)),
                ('project_id', models.CharField(blank=True, max_length=64)),
                ('project', models.CharField(blank=True, max_length=200)),
                ('user', models.CharField(blank=True, max_length=255)),
                ('is_by_credential', models.BooleanField(default=False)),
                ('access', models.BinaryField()),
                ('ends', models.DateTimeField(db_index=True)),
                ('run', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='token', to='designer.run')),
            ],
        ),
        migrations.CreateModel(
            name='RunEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('event_id', models.CharField(max_length=64)),
                ('at', models.DateTimeField()),
                ('stack', models.CharField(blank=True, max_length=255)),
                ('resource', models.CharField(max_length=255)),
                ('status', models.CharField(max_length=40)),
                ('reason', models.TextField(blank=True)),
                ('run', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='events', to='designer.run')),
            ],
            options={'ordering': ('pk',), 'constraints': [models.UniqueConstraint(fields=('run', 'event_id'), name='event_once_per_run')]},
        ),
    ]
