"""The checks that Schemathesis runs here beside its own: no server error, and nothing of another tenant.

`OTHER_TENANT` holds, as JSON, what belongs to another tenant: `ids` by what they are, `cursors` by operation, and
`mark`, a word of its rows that no other row has.
"""

import atexit
import itertools
import json
import os
import uuid
from urllib.parse import quote, urlencode

import requests
import schemathesis

PROMISED = {"FUNCTION_DEPLOY_FAILED": "/api/public/cloud-functions"}
OTHER = json.loads(os.environ["OTHER_TENANT"])
IDS = OTHER["ids"]
# What the ids of a request's path, query and body are called, and what they stand for.
FOLDERS = OTHER["folders"]
NAMES = {
    "cycle_id": "cycle",
    "run_id": "functionRun",
    "lead_id": "lead",
    "lead_ids": "lead",
    "workflow_id": "agent",
    "workflow_ids": "agent",
    "workflow_run_id": "run",
    "workflow_run_ids": "run",
    "template_id": "template",
    "fallback_template_id": "template",
    "campaign_id": "campaign",
    "tag_id": "tag",
    "tag_ids": "tag",
    "host_id": "host",
    "host_ids": "host",
    "meeting_id": "recorded",
    "meeting_type_id": "type",
    "conversion_type_id": "conversionType",
    "function_id": "function",
    "voice_agent_id": "voice",
    "whatsapp_number_id": "number",
    "email_sender_id": "sender",
    "sender_id": "sender",
    "message_id": "message",
}
UNKNOWN = {kind: str(uuid.uuid4()) for kind in [*NAMES.values(), *FOLDERS.values()]}
# A draft keeps what it was sent, so an id that requests name may stand in an answer; these can't.
NEVER_SENT = {kind: each for kind, each in IDS.items() if kind not in NAMES.values() and kind not in FOLDERS.values()}
# Each case asked twice more would be most of the time.
SHARE = 2
session = requests.Session()
asked = {"id": 0, "cursor": 0}
turns = {"id": itertools.count(), "cursor": itertools.count()}


def fields_of(response):
    """What an error says: its status, its code and the places it names."""
    if response.status_code < 400:
        return response.status_code, None, []
    body = response.json()
    places = sorted(each.get("field") or "" for each in body.get("errors") or [] if isinstance(each, dict))
    return response.status_code, body.get("code"), [body.get("field"), *places]


def with_ids(value, id_of):
    """The value with each id in it, wherever it stands, put in the place of those sent."""
    if isinstance(value, list):
        return [with_ids(each, id_of) for each in value]
    if not isinstance(value, dict):
        return value
    changed = {}
    for name, each in value.items():
        kind = NAMES.get(name)
        if kind and isinstance(each, list):
            changed[name] = [id_of(kind)] * min(len(each), 1)
        elif kind and isinstance(each, str):
            changed[name] = id_of(kind)
        else:
            changed[name] = with_ids(each, id_of)
    return changed


class Variant:
    """A request of a case with its ids replaced by what `id_of` gives for each kind."""

    def __init__(self, case, response, id_of):
        self.used = False

        def noted(kind):
            self.used = True
            return id_of(kind)

        template = case.operation.path
        folder = template.split("/")[3] if template.startswith("/api/public/") else ""
        path = template
        for name, value in (case.path_parameters or {}).items():
            kind = FOLDERS.get(folder) if name == "id" else NAMES.get(name)
            path = path.replace("{" + name + "}", noted(kind) if kind else quote(str(value), safe=""))
        self.of_path = self.used
        query = with_ids({k: v for k, v in (case.query or {}).items()}, noted)
        self.url = response.request.url.split("/api/public/")[0] + path
        self.query = urlencode(query, doseq=True)
        self.body = None
        sent = response.request.body
        if sent and "json" in (response.request.headers.get("Content-Type") or ""):
            try:
                self.body = json.dumps(with_ids(json.loads(sent), noted)).encode()
            except (ValueError, RecursionError):
                self.body = sent
        else:
            self.body = sent
        # A key would answer for the first request that carried it.
        self.headers = {k: v for k, v in response.request.headers.items() if k not in ("Idempotency-Key", "Content-Length")}
        self.method = response.request.method

    def ask(self):
        url = f"{self.url}?{self.query}"
        return session.request(self.method, url, data=self.body, headers=self.headers, timeout=60)


def refuse_leaks(content):
    text = content.decode("utf-8", "replace").lower()
    assert OTHER["mark"] not in text, "shows a text of another tenant"
    for kind, each in NEVER_SENT.items():
        assert each not in text, f"shows the {kind} of another tenant"


@schemathesis.check
def no_unpromised_server_error(ctx, response, case):
    if response.status_code < 500:
        return
    code = response.json().get("code")
    promised = code in PROMISED and case.operation.path.startswith(PROMISED[code])
    assert promised, f"answered {response.status_code} {code}"


@schemathesis.check
def nothing_of_another_tenant(ctx, response, case):
    refuse_leaks(response.content)


@schemathesis.check
def ids_of_another_tenant_are_unknown(ctx, response, case):
    """Asks again with ids that nothing has and then with those of the other tenant: both must be answered alike."""
    if case.method.lower() != case.operation.method.lower() or response.status_code == 401:
        return
    foreign = Variant(case, response, lambda kind: IDS[kind])
    if not foreign.used or next(turns["id"]) % SHARE > 0:
        return
    unknown = Variant(case, response, lambda kind: UNKNOWN[kind]).ask()
    answer = foreign.ask()
    asked["id"] += 1
    assert fields_of(answer) == fields_of(unknown), (
        f"answers {fields_of(answer)} for an id of another tenant, {fields_of(unknown)} for an unknown one"
    )
    assert not foreign.of_path or 400 <= answer.status_code < 500, f"answers {answer.status_code} to a foreign path"
    refuse_leaks(answer.content)


@schemathesis.check
def cursors_of_another_tenant_show_nothing(ctx, response, case):
    cursor = OTHER["cursors"].get(case.operation.definition.raw.get("operationId"))
    if cursor is None or case.method != "GET" or response.status_code == 401 or next(turns["cursor"]) % SHARE > 0:
        return
    url = response.request.url.split("?")[0]
    answer = session.get(url, params={"cursor": cursor}, headers=response.request.headers, timeout=60)
    asked["cursor"] += 1
    assert answer.status_code in (200, 400, 404, 406), f"answers {answer.status_code} to a foreign cursor"
    refuse_leaks(answer.content)


atexit.register(lambda: print(f"asked with {asked['id']} foreign ids and {asked['cursor']} foreign cursors"))
