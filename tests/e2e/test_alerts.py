"""docker/alerts.yml and docker/grafana.json: they read what the server tells, and each alert comes when it should and not before."""
import functools
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest
import urllib.request

import yaml

from server import Server

ROOT = pathlib.Path(__file__).parents[2]
KNOWN = {rule["alert"]: rule for group in yaml.safe_load((ROOT / "docker/alerts.yml").read_text())["groups"] for rule in group["rules"]}
BOARD = json.loads((ROOT / "docker/grafana.json").read_text())
GRAPHS = [panel for panel in BOARD["panels"] if panel["type"] != "row"]
QUERIES = [target["expr"] for panel in GRAPHS for target in panel["targets"]]
# Prometheus itself makes the metric `up` and these labels.
OWN_METRICS, OWN_LABELS = {"up"}, {"job", "instance"}


@functools.cache
def promtool():
    """The program; without Prometheus on this machine that of Debian's package, which is unpacked but not installed."""
    if found := shutil.which("promtool"):
        return found
    completed = subprocess.run(["bash", "-c", 'source "$0"; unpacked prometheus', ROOT / "tools/setup.sh"], capture_output=True, text=True, check=True)
    return f"{completed.stdout.strip()}/usr/bin/promtool"


def metrics_of(body):
    """Name -> label -> values."""
    found = {}
    for name, labels in re.findall(r"^(\w+)(?:\{(.*)\})? ", re.sub(r"^#.*\n", "", body, flags=re.MULTILINE), re.MULTILINE):
        values = found.setdefault(name, {})
        for label, value in re.findall(r'(\w+)="([^"]*)"', labels):
            values.setdefault(label, set()).add(value)
    return found


def strangers(query, metrics):
    """Yields the names and label values of a query that the metrics do not have."""
    for name in set(re.findall(r"\b(?:cubilete|process)_\w+|\bup\b", query)) - OWN_METRICS - metrics.keys():
        yield name
    for name, matchers in re.findall(r"(\w+)\{([^}]*)\}", query):
        for label, operator, value in re.findall(r'(\w+)(=~|!~|!=|=)"([^"]*)"', matchers):
            if label not in OWN_LABELS:
                pattern = value if "~" in operator else re.escape(value)
                if not any(re.fullmatch(pattern, one) for one in metrics.get(name, {}).get(label, [])):
                    yield f'{name}{{{label}{operator}"{value}"}}'
    known = {label for name in re.findall(r"\w+", query) for label in metrics.get(name, {})} | OWN_LABELS
    for labels in re.findall(r"\b(?:by|on) \(([^)]*)\)", query):
        yield from set(re.split(r", *", labels)) - known


class WhatIsRead(unittest.TestCase):
    def test_every_metric_and_label_in_them_exists_on_a_running_server(self):
        with Server() as server:
            metrics = metrics_of(urllib.request.urlopen(f"{server.url}/metrics").read().decode())
        for query in [rule["expr"] for rule in KNOWN.values()] + QUERIES:
            self.assertEqual([], list(strangers(query, metrics)), query)
        for query in ("cubilete_room > 1", 'cubilete_rooms{gane="tres"}', 'cubilete_refusals_total{code="bussy"}', "sum by (game) (cubilete_sockets)",
                      'cubilete_limited_total{limit=~".*_per_adress"}', "cubilete_commit_seconds > 1"):
            self.assertNotEqual([], list(strangers(query, metrics)), query)

    def test_every_alert_is_described_in_docs_operating(self):
        section = (ROOT / "docs/operating.md").read_text().partition("### Alerts\n")[2].partition("\n##")[0]
        self.assertEqual(list(KNOWN), re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE))

    def test_the_graphs_do_not_overlap_and_ask_the_chosen_prometheus_for_the_chosen_servers(self):
        places, numbers = set(), set()
        for panel in BOARD["panels"]:
            at = panel["gridPos"]
            fields = {(x, y) for x in range(at["x"], at["x"] + at["w"]) for y in range(at["y"], at["y"] + at["h"])}
            self.assertLessEqual(at["x"] + at["w"], 24)
            self.assertFalse(fields & places or panel["id"] in numbers, panel["title"])
            places |= fields
            numbers.add(panel["id"])
        self.assertEqual(["datasource", "instance"], [variable["name"] for variable in BOARD["templating"]["list"]])
        for panel in GRAPHS:
            self.assertEqual("${datasource}", panel["datasource"]["uid"])
        for query in QUERIES:
            self.assertEqual(len(re.findall(r"\bcubilete_|\bprocess_", query)), query.count('{instance=~"$instance"'), query)


# A server at which all is well: series by the minute, as promtool writes them. "0+2x60" begins with 0 and grows by 2 each minute.
WELL = {
    'up{job="cubilete", instance="one"}': "1x60",
    'process_start_time_seconds{job="cubilete", instance="one"}': "1000x60",
    'process_open_fds{job="cubilete", instance="one"}': "700x60",
    'process_max_fds{job="cubilete", instance="one"}': "1000x60",
    'cubilete_database_up{job="cubilete", instance="one"}': "1x60",
    'cubilete_refusals_total{job="cubilete", instance="one", code="storage"}': "3x60",
    'cubilete_refusals_total{job="cubilete", instance="one", code="busy"}': "3x60",
    'cubilete_refusals_total{job="cubilete", instance="one", code="not_your_turn"}': "0+9x60",
    'cubilete_commit_seconds_bucket{job="cubilete", instance="one", le="0.01"}': "0+995x60",
    'cubilete_commit_seconds_bucket{job="cubilete", instance="one", le="0.5"}': "0+1000x60",
    'cubilete_commit_seconds_bucket{job="cubilete", instance="one", le="+Inf"}': "0+1000x60",
    'cubilete_limited_total{job="cubilete", instance="one", limit="most_sockets"}': "5x60",
    'cubilete_limited_total{job="cubilete", instance="one", limit="http_per_address"}': "0+5x60",
    'cubilete_nodes{job="cubilete", instance="one", state="up"}': "2x60",
    'cubilete_nodes{job="cubilete", instance="two", state="up"}': "2x60",
    'cubilete_nodes{job="cubilete", instance="alone", state="up"}': "0x60",
    'cubilete_nodes{job="cubilete", instance="one", state="draining"}': "1x60",
    'cubilete_takeovers_total{job="cubilete", instance="one"}': "4x60",
    'cubilete_link_queued_bytes{job="cubilete", instance="one"}': "4000000x60",
}
# Series that differ from minute 20 on; the minute until which no alert may come, and the one at which exactly these have come.
TROUBLE = {
    "the server does not answer": ({"^up": "1x19 0x40"}, 20, 22, ["ServerDown"]),
    "there is no server any more": ({"^up": "1x19 stale"}, 20, 22, ["ServerDown"]),
    "it restarts again and again": ({"process_start_time_seconds": "1000x19 1200 1201 1202 1203x37"}, 21, 23, ["ServerRestarts"]),
    "two restarts for an upgrade are no reason": ({"process_start_time_seconds": "1000x19 1200 1201x39"}, 60, 60, []),
    "its database is away, and everything is refused": ({"cubilete_database_up": "1x19 0x40", 'code="busy"': "3x19 4+50x39"}, 20, 40, ["DatabaseAway"]),
    "the disk is full": ({'code="storage"': "3x19 4x40"}, 19, 22, ["DiskFull"]),
    "the disk is slow": ({'le="0.01"': "0+995x19 18905+900x40"}, 29, 39, ["DiskSlow"]),
    "it has too much to do": ({'code="busy"': "3x19 4+1x40"}, 24, 30, ["ServerBusy"]),
    "once it had too much to do": ({'code="busy"': "3x19 4x40"}, 60, 60, []),
    "it is full": ({'limit="most_sockets"': "5x19 6x40"}, 19, 22, ["ServerFull"]),
    "few files are left": ({"process_open_fds": "700x19 900x40"}, 24, 27, ["FewFilesLeft"]),
    "everybody comes from the address of the proxy": ({'limit="http_per_address"': "0+5x19 100+50x40"}, 29, 40, ["ManyRefusedAddresses"]),
    "a server does not see the other one": ({'instance="two", state="up"': "2x19 1x40"}, 24, 27, ["ServersDisagree"]),
    "a server was silent": ({"cubilete_takeovers_total": "4x19 5x40"}, 19, 22, ["ServerShutOut"]),
    "a link is slow": ({"cubilete_link_queued_bytes": "4000000x19 5000000x40"}, 20, 22, ["LinkSlow"]),
}


class Rules(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = pathlib.Path(folder.name) / "file.yml"

    def run_promtool(self, *words):
        completed = subprocess.run([promtool(), *words, self.file], capture_output=True, text=True)
        self.assertEqual(completed.returncode, 0, completed.stdout + completed.stderr)

    def test_promtool_accepts_the_rules_and_the_queries_of_the_graphs(self):
        shutil.copy(ROOT / "docker/alerts.yml", self.file)
        self.run_promtool("check", "rules")
        completed = subprocess.run([promtool(), "check", "config", ROOT / "docker/prometheus.yml"], capture_output=True, text=True)
        self.assertIn(f"SUCCESS: {len(KNOWN)} rules found", completed.stdout, completed.stderr)
        queries = [query.replace("$__rate_interval", "1m") for query in QUERIES]
        self.file.write_text(json.dumps({"groups": [{"name": "graphs", "rules": [{"record": f"graph:{at}", "expr": query}
                                                                                   for at, query in enumerate(queries)]}]}))
        self.run_promtool("check", "rules")

    def test_each_alert_comes_when_it_should_and_not_before(self):
        def come(minute, names):
            return {"expr": 'sort(count by (alertname) (ALERTS{alertstate="firing"}))', "eval_time": f"{minute}m",
                    "exp_samples": [{"labels": f'{{alertname="{name}"}}', "value": 1} for name in names]}

        cases = [{"name": "all is well", "interval": "1m", "promql_expr_test": [come(60, [])],
                  "input_series": [{"series": series, "values": values} for series, values in WELL.items()]}]
        for what, (otherwise, until, then, names) in TROUBLE.items():
            series = dict(WELL)
            for part, values in otherwise.items():
                (changed,) = (name for name in WELL if re.search(part, name))
                series[changed] = values
            cases.append({"name": what, "interval": "1m", "promql_expr_test": [come(until, []), come(then, names)],
                          "input_series": [{"series": name, "values": values} for name, values in series.items()]})
        self.assertEqual(set(KNOWN), {name for *_, names in TROUBLE.values() for name in names})
        self.file.write_text(json.dumps({"rule_files": [os.fspath(ROOT / "docker/alerts.yml")], "evaluation_interval": "1m", "tests": cases}))
        self.run_promtool("test", "rules")


if __name__ == "__main__":
    unittest.main()
