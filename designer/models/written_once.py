"""Rows that are written once."""

from typing import Any, NoReturn, TypeVar

from django.db import models

Row = TypeVar("Row", bound=models.Model)


class UnchangeableError(TypeError):
    """An attempt to change or delete a row that is written once."""


class WrittenOnceQuerySet(models.QuerySet[Row]):
    """Rows that are never changed, and deleted only together with what they belong to."""

    def update(self, **_changes: Any) -> NoReturn:
        """Refuse: these rows are never changed."""
        raise UnchangeableError(f"{self.model.__name__} rows are never changed.")

    def delete(self) -> NoReturn:
        """Refuse: these rows are deleted only with what they belong to."""
        raise UnchangeableError(f"{self.model.__name__} rows are never deleted on their own.")


class WrittenOnce(models.Model):
    """An abstract model whose rows are written once."""

    class Meta:
        abstract = True

    def save(self, *args: Any, **options: Any) -> None:
        """Insert the row; refuse to update it."""
        if not self._state.adding:
            raise UnchangeableError(f"{type(self).__name__} rows are never changed.")
        super().save(*args, **options)

    def delete(self, *_args: Any, **_options: Any) -> NoReturn:
        """Refuse: the row is deleted only with what it belongs to."""
        raise UnchangeableError(f"{type(self).__name__} rows are never deleted on their own.")
