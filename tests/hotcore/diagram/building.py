"""Templates built at random, step by step."""

import json
from copy import deepcopy

NEW = {
    "OS::Nova::Server": "server",
    "OS::Cinder::Volume": "volume",
    "OS::Heat::RandomString": "password",
    "OS::Neutron::Net": "net",
    "OS::Neutron::Router": "router",
    "OS::Neutron::Port": "port",
    "OS::Neutron::SecurityGroup": "group",
    "OS::Nova::KeyPair": "key",
    "OS::Heat::ResourceGroup": "several",
    "OS::Octavia::LoadBalancer": "balancer",
    "OS::Designate::Zone": "zone",
    "OS::Heat::WaitCondition": "ready",
}
ROWS = {
    "OS::Neutron::Router": ("OS::Neutron::RouterInterface", "router"),
    "OS::Nova::Server": ("OS::Cinder::VolumeAttachment", "instance_uuid"),
    "OS::Octavia::LoadBalancer": ("OS::Octavia::Listener", "loadbalancer"),
    "OS::Neutron::SecurityGroup": ("OS::Neutron::SecurityGroupRule", "security_group"),
    "OS::Designate::Zone": ("OS::Designate::RecordSet", "zone"),
}
DWELLERS = ("OS::Nova::Server", "OS::Neutron::Port")
HOMES = {
    ("OS::Nova::Server", "OS::Neutron::Net"): ("networks", lambda named: [{"network": named}]),
    ("OS::Nova::Server", "OS::Neutron::Port"): ("networks", lambda named: [{"port": named}]),
    ("OS::Nova::Server", "OS::Neutron::SecurityGroup"): ("security_groups", lambda named: [named]),
    ("OS::Neutron::Port", "OS::Neutron::Net"): ("network", lambda named: named),
}
MEMBER = {"type": "OS::Nova::Server", "properties": {"flavor": "small"}}


class Building:
    """A template as plain data, and what the last step did to it.

    `touched` are the resources that the step was about, `origin` the one that a new one came from, and `near` the
    point at which it was dropped.
    """

    def __init__(self, chance, body=None):
        self.chance = chance
        self.body = deepcopy(body) or {"heat_template_version": "2021-04-16"}
        self.body.setdefault("resources", {})
        self.count = 0
        self.begin()

    def begin(self):
        self.touched, self.origin, self.near, self.come = set(), None, None, None

    @property
    def resources(self):
        return self.body["resources"]

    @property
    def text(self):
        return json.dumps(self.body, default=str)

    def any_of(self, *types):
        found = [name for name, body in self.resources.items() if not types or body["type"] in types]
        return self.chance.choice(found) if found else None

    def add(self, kind, **properties):
        self.count += 1
        name = f"{NEW.get(kind, 'row')}{self.count}"
        if kind == "OS::Heat::ResourceGroup":
            properties = {"count": 2, "resource_def": MEMBER}
        self.resources[name] = {"type": kind, "properties": properties}
        self.touched.add(name)
        return name

    def give(self, name, key, value):
        self.resources[name].setdefault("properties", {})[key] = value
        self.touched.add(name)

    def depend(self, source, target):
        found = self.resources[source].setdefault("depends_on", [])
        if isinstance(found, str):
            found = self.resources[source]["depends_on"] = [found]
        if target not in found and source != target:
            found.append(target)
        self.touched |= {source, target}

    # -- steps

    def step_add(self):
        """Adds a resource: beside another one that it uses or that uses it, or anywhere."""
        origin = self.any_of()
        self.come = name = self.add(self.chance.choice(list(NEW)))
        way = self.chance.random()
        if origin is not None and way < 0.8:
            self.origin = origin
            self.join(*((name, origin) if way < 0.4 else (origin, name)))

    def step_drop(self):
        """Adds a resource at a drop position."""
        self.come = self.add(self.chance.choice(list(NEW)))
        self.near = self.chance.randrange(0, 1400), self.chance.randrange(0, 800)

    def join(self, source, target):
        kinds = self.resources[source]["type"], self.resources[target]["type"]
        if kinds in HOMES and HOMES[kinds][0] not in self.properties(source):
            key, form = HOMES[kinds]
            self.give(source, key, form({"get_resource": target}))
            self.touched.add(target)
        elif self.chance.random() < 0.2:
            self.depend(source, target)
        elif source != target:
            self.resources[source].setdefault("metadata", {})[target] = {"get_resource": target}
            self.touched |= {source, target}

    def step_connect(self):
        if len(self.resources) > 1:
            self.join(*self.chance.sample(list(self.resources), 2))

    def step_network(self):
        """Puts a server or a port without a network into one of the template, or of a parameter."""
        keys = ("networks", "network")
        self.live_in([name for name in self.dwellers if not any(key in self.properties(name) for key in keys)])

    def step_move(self):
        """Moves a server or a port to another network."""
        self.live_in(self.dwellers)

    @property
    def dwellers(self):
        return [name for name, body in self.resources.items() if body["type"] in DWELLERS]

    def properties(self, name):
        return self.resources[name].get("properties") or {}

    def live_in(self, names):
        if names:
            name, net = self.chance.choice(names), self.any_of("OS::Neutron::Net")
            self.body.setdefault("parameters", {}).setdefault("given_net", {"type": "string", "default": "x"})
            home = {"get_resource": net} if net and self.chance.random() < 0.8 else {"get_param": "given_net"}
            server = self.resources[name]["type"] == "OS::Nova::Server"
            self.give(name, "networks" if server else "network", [{"network": home}] if server else home)

    def step_subnet(self):
        net = self.any_of("OS::Neutron::Net")
        if net is not None:
            self.add("OS::Neutron::Subnet", network={"get_resource": net}, cidr="10.0.0.0/24")
            self.touched.add(net)

    def step_row(self):
        owner = self.any_of(*ROWS)
        if owner is not None:
            kind, key = ROWS[self.resources[owner]["type"]]
            self.add(kind, **{key: {"get_resource": owner}})
            self.touched.add(owner)

    def step_condition(self):
        name = self.any_of()
        if name is not None:
            self.body.setdefault("conditions", {})["there"] = {"equals": [1, 1]}
            self.resources[name]["condition"] = "there"
            self.touched.add(name)

    def step_rename(self):
        name = self.any_of()
        if name is not None:
            self.count += 1
            new = f"renamed{self.count}"
            self.body = _renamed(self.body, name, new)
            self.body["resources"] = {new if one == name else one: body for one, body in self.resources.items()}
            self.touched |= {name, new}

    def step_disconnect(self):
        name = self.any_of()
        if name is not None:
            self.touched.add(name)
            body = self.resources[name]
            if "depends_on" in body or "metadata" in body:
                body.pop("depends_on" if "depends_on" in body else "metadata")
            elif body.get("properties"):
                del body["properties"][self.chance.choice(list(body["properties"]))]

    def step_remove(self):
        name = self.any_of()
        if name is not None:
            del self.resources[name]
            self.body["resources"] = _without(self.resources, name)
            self.body.pop("outputs", None)
            self.touched.add(name)

    BUILDS = ("add",) * 6 + ("connect",) * 2 + ("network", "subnet", "row", "row", "rename")
    CHANGES = (*BUILDS, "drop", "move", "condition", "disconnect", "remove", "remove")

    def step(self, kinds):
        self.begin()
        kind = self.chance.choice(kinds)
        getattr(self, f"step_{kind}")()
        return kind


def _renamed(value, name, new):
    if isinstance(value, dict):
        return {key: _named(key, each, name, new) for key, each in value.items()}
    return [_renamed(each, name, new) for each in value] if isinstance(value, list) else value


def _named(key, value, name, new):
    if key == "get_resource" and value == name:
        return new
    if key == "get_attr" and isinstance(value, list) and value[:1] == [name]:
        return [new, *value[1:]]
    if key == "depends_on":
        return [new if each == name else each for each in ([value] if isinstance(value, str) else value)]
    return _renamed(value, name, new)


def _without(resources, name):
    """The resources without what refers to one of them."""
    found = {}
    for one, body in resources.items():
        body = {key: each for key, each in body.items() if key != "metadata" or not _refers(each, name)}
        depends = body.pop("depends_on", [])
        depends = [each for each in ([depends] if isinstance(depends, str) else depends) if each != name]
        properties = {k: v for k, v in (body.get("properties") or {}).items() if not _refers(v, name)}
        found[one] = body | ({"properties": properties} if properties else {})
        if not properties:
            found[one].pop("properties", None)
        if depends:
            found[one]["depends_on"] = depends
    return found


def _refers(value, name):
    if isinstance(value, dict):
        return any(
            (key == "get_resource" and each == name)
            or (key == "get_attr" and isinstance(each, list) and each[:1] == [name])
            or _refers(each, name)
            for key, each in value.items()
        )
    return isinstance(value, list) and any(_refers(each, name) for each in value)
