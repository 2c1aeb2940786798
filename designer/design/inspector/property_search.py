"""The search for properties by name, by description, or by a key inside them."""

from collections.abc import Iterator

from hotcore.catalogue import PropertySchema


def is_sought(words: str, name: str, schema: PropertySchema | None) -> bool:
    """Whether a property, or a key inside it, has all the words in its name or description."""
    if not words:
        return True
    return _says(words, name, schema) or any(is_sought(words, key, one) for key, one in keys_inside(schema))


def _says(words: str, name: str, schema: PropertySchema | None) -> bool:
    text = f"{name} {schema.description if schema is not None else ''}".lower()
    return all(word in text for word in words.lower().split())


def keys_inside(schema: PropertySchema | None) -> Iterator[tuple[str, PropertySchema]]:
    """The keys of a map, or of the maps in a list."""
    while schema is not None:
        yield from (schema.keys or {}).items()
        schema = schema.items
