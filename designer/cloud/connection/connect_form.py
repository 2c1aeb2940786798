"""The form that connects to a cloud: which one, and how to sign in."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from designer.cloud.connection.connections import kept_credentials, opened_credential
from designer.cloud.connection.sign_in import ApplicationCredential, CloudsFile, Password, Way
from designer.cloud.service.configuration import Cloud, configured_clouds, find_cloud
from designer.models import CloudConnection

LONGEST = 255  # characters of a name, Keystone's own limit
LONGEST_ID = 64
LONGEST_SECRET = 4096
NEEDED = {"credential": ("identifier", "secret"), "password": ("user", "password", "domain")}


class ConnectForm(forms.Form):
    """A cloud, its region and a way to sign in. Only the fields of the chosen way count."""

    cloud = forms.ChoiceField(label=_("Cloud"))
    region = forms.ChoiceField(label=_("Region"), required=False)
    way = forms.CharField(max_length=40)
    identifier = forms.CharField(label=_("ID"), required=False, max_length=LONGEST_ID)
    secret = forms.CharField(
        label=_("Secret"), required=False, max_length=LONGEST_SECRET, strip=False, widget=forms.PasswordInput
    )
    keeps = forms.BooleanField(label=_("Keep it here, encrypted, until I remove it"), required=False)
    user = forms.CharField(label=_("User"), required=False, max_length=LONGEST)
    password = forms.CharField(
        label=_("Password"), required=False, max_length=LONGEST_SECRET, strip=False, widget=forms.PasswordInput
    )
    project = forms.CharField(
        label=_("Project"), required=False, max_length=LONGEST, help_text=_("Left empty: choose it afterwards.")
    )
    domain = forms.CharField(label=_("Domain"), required=False, max_length=LONGEST)

    def __init__(self, person: Any, data: Any = None, *, former: CloudConnection | None = None, way: str = "") -> None:
        """Begin with the place and the person of a `former` connection, and with a `way` to sign in."""
        clouds = list(configured_clouds().values())
        way = way if way in NEEDED else "file" if clouds[0].holds_credential else "credential"
        initial = {"way": way, "domain": "Default"}
        if former:
            initial |= {name: getattr(former, name) for name in ("cloud", "region", "user", "project")}
        super().__init__(data, initial=initial)
        self.person = person
        self.kept = kept_credentials(person)
        self.clouds = clouds
        regions = dict.fromkeys(region for cloud in clouds for region in cloud.regions if region)
        self.fields["cloud"].choices = [(cloud.name, cloud.name) for cloud in clouds]  # type: ignore[attr-defined]
        self.fields["region"].choices = [(region, region) for region in regions]  # type: ignore[attr-defined]

    @property
    def chosen_way(self) -> str:
        """The way whose fields are unfolded."""
        return str(self["way"].value() or "")

    @property
    def holds_credential(self) -> bool:
        """Whether `clouds.yaml` can sign in to one of the clouds."""
        return any(cloud.holds_credential for cloud in self.clouds)

    def clean(self) -> dict[str, Any]:
        """Reject a region of another cloud, and empty fields of the chosen way."""
        data = self.cleaned_data
        cloud = find_cloud(data.get("cloud", ""))
        if cloud and data.get("region", "") not in cloud.regions:
            if data.get("region") or len(cloud.regions) > 1:
                regions = ", ".join(cloud.regions)
                self.add_error("region", _("%(cloud)s has: %(regions)s") % {"cloud": cloud.name, "regions": regions})
            else:
                data["region"] = cloud.regions[0]
        for name in NEEDED.get(data.get("way", ""), ()):
            if not data.get(name) and name not in self.errors:
                self.add_error(name, ValidationError(_("This field is required."), code="required"))
        return data

    def chosen_cloud(self) -> Cloud:
        """Return the cloud of a valid form."""
        cloud = find_cloud(self.cleaned_data["cloud"])
        assert cloud is not None
        return cloud

    def sign_in(self) -> Way:
        """Return the way to sign in of a valid form."""
        data = self.cleaned_data
        if data["way"] == "file":
            return CloudsFile(data["region"])
        if data["way"] == "password":
            return Password(data["user"], data["password"], data["project"], data["domain"])
        if data["way"] == "credential":
            return ApplicationCredential(data["identifier"], data["secret"])
        return opened_credential(self.person, self.chosen_cloud(), data["way"].removeprefix("kept-"))
