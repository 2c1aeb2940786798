"""Dataclasses of hotcore against those of Python."""

import copy
import dataclasses
import pickle
from collections.abc import Callable

import pytest

from hotcore.runtime import dataclass

Decorator = Callable[..., Callable[[type], type]]


def classes(decorator: Decorator) -> tuple[type, type, type]:
    @decorator(frozen=True, slots=True)
    class Point:
        """With all kinds of fields."""

        x: int
        y: int = 2
        names: list[str] = dataclasses.field(default_factory=list, compare=False)
        secret: str = dataclasses.field(default="", repr=False)
        total: int = dataclasses.field(init=False)
        seen: list[str] = dataclasses.field(init=False, default_factory=list, hash=False)

        def __post_init__(self) -> None:
            object.__setattr__(self, "total", self.x + self.y)

    @decorator(frozen=True, slots=True)
    class Place(Point):
        title: str = "here"

    @decorator()
    class Box:
        content: object = None

    return Point, Place, Box


OURS, THEIRS = classes(dataclass), classes(dataclasses.dataclass)
MAKERS = {
    "a default": lambda point, place, box: point(1),
    "by name": lambda point, place, box: point(y=5, x=1, names=["a"], secret="s"),
    "a subclass": lambda point, place, box: place(1, 2, title="there"),
    "nothing": lambda point, place, box: box(),
    "itself inside": lambda point, place, box: held(box()),
}


def held(box):
    box.content = [box]
    return box


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_an_instance_reads_as_one_of_python(make):
    assert repr(make(*OURS)) == repr(make(*THEIRS))


@pytest.mark.parametrize("arguments", [(), (1, 2, [], "", 5), (1, 2, 3, 4, 5, 6, 7)])
def test_wrong_arguments_are_refused(arguments):
    for point in (OURS[0], THEIRS[0]):
        with pytest.raises(TypeError, match=r"__init__\(\)"):
            point(*arguments)


@pytest.mark.parametrize(("point", "place", "box"), [OURS, THEIRS], ids=["ours", "Python's"])
def test_instances_are_equal_when_they_are_of_one_class_and_what_is_compared_is_equal(point, place, box):
    assert point(1, names=["a"]) == point(1, names=["b"])
    assert len({point(1, names=["a"]), point(1, names=["b"]), point(2)}) == 2
    assert point(1) != point(1, secret="s")
    assert point(1) != place(1)
    assert box(1) == box(1)
    assert point(1).names is not point(1).names
    assert dataclasses.replace(place(1), x=3) == place(3)
    assert dataclasses.asdict(box(1)) == {"content": 1}
    with pytest.raises(TypeError, match="unhashable"):
        hash(box())


@dataclass(frozen=True, slots=True)
class Sent:
    """What goes from process to process."""

    number: int
    items: tuple[int, ...] = ()


def test_instances_can_be_copied_and_sent():
    sent = Sent(1, (2,))
    assert pickle.loads(pickle.dumps(sent)) == copy.deepcopy(sent) == copy.copy(sent) == sent


def test_what_has_slots_takes_no_other_attribute():
    with pytest.raises(AttributeError):
        Sent(1).numbre = 2
