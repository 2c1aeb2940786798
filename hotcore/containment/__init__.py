"""What holds the resources of a template: the network, subnet, group or larger resource that each of them is in."""

from hotcore.containment.containment import Containment, Item

__all__ = ["Containment", "Item"]
