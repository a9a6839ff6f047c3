"""The networks of docker-compose.yml as Docker makes them: a bridge for each network and a network namespace for each container.
Needs root and a network namespace of its own (docker/check).
"""
import contextlib
import ipaddress
import pathlib
import subprocess


def ip(*words):
    subprocess.run(["ip", *map(str, words)], check=True)


def bridge(name):
    return f"br-{name}"


class Namespace:
    """The network of one container, until `close`."""

    def __init__(self, plugs):
        """`plugs`: the name of a network and an address with its prefix, for each network."""
        # Ends with the test, which holds the other end of its input.
        self.process = subprocess.Popen(["unshare", "--net", "sh", "-c", "ip link set lo up && echo && exec cat"],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self.process.stdout.readline() == b"\n"
        self.file = pathlib.Path(f"/proc/{self.process.pid}/ns/net")
        self.addresses = {name: str(address.ip) for name, address in plugs}
        for number, (name, address) in enumerate(plugs):
            outer, inner = f"veth{self.process.pid}.{number}", f"eth{number}"
            # A container that starts again has the same hardware address, so that the others find it at once.
            hardware = "02:42:" + ":".join(f"{byte:02x}" for byte in address.packed)
            ip("link", "add", outer, "type", "veth", "peer", "name", inner, "address", hardware, "netns", self.process.pid)
            ip("link", "set", outer, "master", bridge(name), "up")
            inside = ["nsenter", f"--net={self.file}", "ip"]
            subprocess.run([*inside, "address", "add", str(address), "dev", inner], check=True)
            subprocess.run([*inside, "link", "set", inner, "up"], check=True)

    def close(self):
        # The kernel removes the namespace some time later; until then it would answer beside the next one with these addresses.
        for number in range(len(self.addresses)):
            ip("link", "delete", f"veth{self.process.pid}.{number}")
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


class Networks(contextlib.ExitStack):
    """All networks of a composed project. The test itself is in those that are not internal, at the address of their gateway."""

    def __init__(self, project):
        super().__init__()
        self.project, self.ranges, self.spare = project, {}, {}

    def __enter__(self):
        super().__enter__()
        for name, network in self.project["networks"].items():
            (config,) = network["ipam"]["config"]
            self.ranges[name] = ipaddress.ip_network(config["subnet"])
            hosts = list(self.ranges[name].hosts())
            # The last ones are for addresses that the file names.
            self.spare[name] = iter(hosts[:len(hosts) // 2])
            ip("link", "add", bridge(name), "type", "bridge")
            self.callback(ip, "link", "delete", bridge(name))
            ip("link", "set", bridge(name), "up")
            gateway = next(self.spare[name])
            if not network.get("internal"):
                self.add_own(name, gateway)
        return self

    def add_own(self, name, address=None):
        """Gives the test a further address in this network, and returns it."""
        address = address or next(self.spare[name])
        ip("address", "add", f"{address}/{self.ranges[name].prefixlen}", "dev", bridge(name))
        return str(address)

    def join(self, service):
        """The namespace of a new container of this service."""
        if service.get("network_mode") == "none":
            return Namespace([])
        plugs = []
        for name, settings in service.get("networks", {"default": None}).items():
            address = (settings or {}).get("ipv4_address") or next(self.spare[name])
            plugs.append((name, ipaddress.ip_interface(f"{address}/{self.ranges[name].prefixlen}")))
        return Namespace(plugs)
