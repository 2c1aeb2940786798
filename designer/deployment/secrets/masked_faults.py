"""Hidden values, taken out of what a fault of a cloud says."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from designer.cloud.service.faults import CloudFault
from designer.store.masks import masked, masks_of


@contextmanager
def masked_faults(values: Iterable[object]) -> Iterator[None]:
    """Take hidden values out of the words of a `CloudFault`."""
    try:
        yield
    except CloudFault as fault:
        masks = masks_of(values)
        raise fault.reworded(masked(fault.rest, masks), title=masked(fault.title, masks)) from None
