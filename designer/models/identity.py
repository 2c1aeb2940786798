"""What is known of who a person is, besides their name and password."""

from django.conf import settings
from django.db import models


def folded(address: str) -> str:
    """Return an e-mail address as it is compared: letters of ASCII without their case, and no others."""
    return address.lower() if address.isascii() else address


class ConfirmedAddress(models.Model):
    """An e-mail address that is known to be a person's: an administrator named it, or a mail to it was followed.

    What people merely say is their address is in `User.email`, and nobody is recognized by it.
    """

    person = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="confirmed_address"
    )
    address = models.CharField(max_length=254, db_index=True)

    class Meta:
        verbose_name_plural = "confirmed addresses"

    def __str__(self) -> str:
        return self.address


class ProviderIdentity(models.Model):
    """Who a person is to an OpenID provider: `subject` is what the provider never gives to anybody else."""

    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="provider_identities")
    issuer = models.CharField(max_length=200)
    subject = models.CharField(max_length=255)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["issuer", "subject"], name="subject_of_an_issuer"),)
        verbose_name_plural = "provider identities"

    def __str__(self) -> str:
        return f"{self.subject} at {self.issuer}"


class SecondFactor(models.Model):
    """The app of a person that shows one-time codes.

    Its `secret` is encrypted. A code counts once: `last_step` is the time step of the last one, in 30 seconds.
    """

    person = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="second_factor"
    )
    secret = models.TextField()
    last_step = models.BigIntegerField(default=0)

    def __str__(self) -> str:
        return f"second factor of {self.person_id}"


class RecoveryCode(models.Model):
    """A code that stands in for a person's app once, stored as a hash; it is deleted when it is used."""

    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="recovery_codes")
    code_hash = models.CharField(max_length=64)

    def __str__(self) -> str:
        return f"recovery code of {self.person_id}"
