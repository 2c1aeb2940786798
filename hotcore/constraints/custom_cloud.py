"""The custom constraints that only a cloud can check, with descriptions of their values.

Heat looks these values up in the cloud where the stack is created, so they cannot be validated here. The table exists
for forms and messages. It lists what Heat 27 registers; `FORMER` lists names of older releases, which Heat 27 treats
like any unknown name: it rejects every value.

Source: HOT specification, section "custom_constraint".
"""

from types import MappingProxyType

CLOUD = MappingProxyType(
    {
        "barbican.container": "the reference of a Barbican container",
        "barbican.secret": "the reference of a Barbican secret",
        "blazar.reservation": "the ID of a Blazar reservation",
        "cinder.backup": "the name or ID of a volume backup",
        "cinder.qos_specs": "the name or ID of a set of volume QoS specifications",
        "cinder.snapshot": "the name or ID of a volume snapshot",
        "cinder.volume": "the name or ID of a volume",
        "cinder.vtype": "the name or ID of a volume type",
        "designate.zone": "the name or ID of a DNS zone",
        "glance.image": "the name or ID of an image",
        "ironic.node": "the name or ID of a bare metal node",
        "ironic.portgroup": "the name or ID of a bare metal port group",
        "keystone.domain": "the name or ID of a domain",
        "keystone.group": "the name or ID of a user group",
        "keystone.project": "the name or ID of a project",
        "keystone.region": "the ID of a region",
        "keystone.role": "the name or ID of a role",
        "keystone.service": "the name or ID of a service",
        "keystone.user": "the name or ID of a user",
        "magnum.cluster_template": "the name or ID of a cluster template",
        "manila.share_network": "the name or ID of a share network",
        "manila.share_snapshot": "the name or ID of a share snapshot",
        "manila.share_type": "the name or ID of a share type",
        "mistral.workflow": "the name or ID of a workflow",
        "neutron.address_scope": "the name or ID of an address scope",
        "neutron.flow_classifier": "the name or ID of a flow classifier",
        "neutron.lbaas.listener": "the name or ID of an LBaaS listener",
        "neutron.lbaas.loadbalancer": "the name or ID of an LBaaS load balancer",
        "neutron.lbaas.pool": "the name or ID of an LBaaS pool",
        "neutron.lbaas.provider": "the name of an LBaaS provider",
        "neutron.network": "the name or ID of a network",
        "neutron.port": "the name or ID of a port",
        "neutron.port_pair": "the name or ID of a port pair",
        "neutron.port_pair_group": "the name or ID of a port pair group",
        "neutron.qos_policy": "the name or ID of a QoS policy",
        "neutron.router": "the name or ID of a router",
        "neutron.security_group": "the name or ID of a security group",
        "neutron.segment": "the name or ID of a network segment",
        "neutron.subnet": "the name or ID of a subnet",
        "neutron.subnetpool": "the name or ID of a subnet pool",
        "neutron.taas.tap_flow": "the name or ID of a tap flow",
        "neutron.taas.tap_service": "the name or ID of a tap service",
        "nova.flavor": "the name or ID of a flavor",
        "nova.host": "the name of a compute host",
        "nova.keypair": "the name of a key pair",
        "nova.network": "the name or ID of a network",
        "nova.server": "the name or ID of a server",
        "octavia.availabilityzone": "the name of a load balancer availability zone",
        "octavia.availabilityzoneprofile": "the name or ID of a load balancer availability zone profile",
        "octavia.flavor": "the name or ID of a load balancer flavor",
        "octavia.flavorprofile": "the name or ID of a load balancer flavor profile",
        "octavia.l7policy": "the name or ID of a load balancer L7 policy",
        "octavia.listener": "the name or ID of a load balancer listener",
        "octavia.loadbalancer": "the name or ID of a load balancer",
        "octavia.pool": "the name or ID of a load balancer pool",
        "test_constr": "a value for Heat's own tests",
        "trove.flavor": "the name or ID of a database flavor",
        "zaqar.queue": "the name of a message queue",
    }
)
"""Descriptions of values by the name of the constraint; each completes "Give …"."""

FORMER = MappingProxyType(
    {
        "monasca.notification": "the name or ID of a Monasca notification",
        "sahara.cluster": "the name or ID of a Sahara cluster",
        "sahara.cluster_template": "the name or ID of a Sahara cluster template",
        "sahara.data_source": "the name or ID of a Sahara data source",
        "sahara.image": "the name or ID of an image registered with Sahara",
        "sahara.job_binary": "the name or ID of a Sahara job binary",
        "sahara.job_type": "the name of a Sahara job type",
        "sahara.plugin": "the name of a Sahara plug-in",
        "senlin.cluster": "the name or ID of a Senlin cluster",
        "senlin.policy": "the name or ID of a Senlin policy",
        "senlin.policy_type": "the name of a Senlin policy type",
        "senlin.profile": "the name or ID of a Senlin profile",
        "senlin.profile_type": "the name of a Senlin profile type",
    }
)
"""Names in the HOT specification that were removed with their services before Heat 27."""
