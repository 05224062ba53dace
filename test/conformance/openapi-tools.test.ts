import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { useApi } from '../support/api.js';
import { npmPrograms, pythonPrograms, runProgram, serve, workFolder } from '../support/conformance-tools.js';

const api = useApi();
let service: { url: string; close(): void };

beforeAll(async () => {
  service = await serve(api.app);
});
afterAll(() => service.close());

const USE = `
import json, os
from datetime import datetime, timedelta, timezone
from api_client import AuthenticatedClient
from api_client.api.workflows import create_workflow, publish_workflow
from api_client.api.background_jobs import create_background_job, run_background_job
from api_client.api.cloud_functions import create_cloud_function, run_cloud_function
from api_client.api.leads import create_lead, get_lead
from api_client.api.hosts import create_availability_block, create_host
from api_client.api.meeting_types import create_meeting_type
from api_client.api.meetings import book_meeting, find_slots
from api_client.models import (
    BookMeetingSilently, CreateAvailabilityBlockRequest, CreateBackgroundJobRequest, CreateCloudFunctionRequest,
    CreateHostRequest, CreateLead, CreateMeetingTypeRequest, CreateWorkflow, RunBackgroundJobRequest,
    RunCloudFunctionRequest,
)

client = AuthenticatedClient(base_url=os.environ["URL_OF_API"], token=os.environ["KEY"])
lead = CreateLead.from_dict({"first_name": "Ana", "email": "ana@example.com", "metadata": {"budget": 9000}})
made = create_lead.sync(client=client, body=lead)
read = get_lead.sync(id=str(made.lead.id), client=client)
unknown = get_lead.sync(id="unknown", client=client)

job = create_background_job.sync(client=client, body=CreateBackgroundJobRequest.from_dict({
    "name": "Tag big budgets",
    "trigger_type": "api",
    "steps": [{
        "conditions": [{"field": "metadata.budget", "operator": "gte", "value": 5000}],
        "on_match": {"type": "add_tag", "params": {"tags": ["big"]}},
    }],
}))
cycle = run_background_job.sync(
    id=str(job.data.id), client=client, body=RunBackgroundJobRequest.from_dict({"dry_run": True}),
)

function = create_cloud_function.sync(client=client, body=CreateCloudFunctionRequest.from_dict({
    "name": "Score",
    "source": "export default async (ctx, svc) => { await svc.tags.add(ctx.lead_id, ['hot']); return ctx.lead.metadata.budget; }",
}))
ran = run_cloud_function.sync(
    id=str(function.function.id), client=client,
    body=RunCloudFunctionRequest.from_dict({"ctx": {"lead_id": str(made.lead.id)}}),
)

agent = create_workflow.sync(client=client, body=CreateWorkflow.from_dict({
    "name": "Follow-up",
    "cadence": {"steps": [{"type": "exit"}]},
}))
publish_workflow.sync(id=str(agent.workflow.id), client=client)
host = create_host.sync(client=client, body=CreateHostRequest.from_dict(
    {"name": "Hanna", "email": "hanna@example.com", "timezone": "UTC"},
))
block = create_availability_block.sync(id=str(host.host.id), client=client, body=CreateAvailabilityBlockRequest.from_dict(
    {"kind": "weekly", "weekdays": ["mon", "tue", "wed", "thu", "fri", "sat", "sun"], "starts": "09:00", "ends": "17:00"},
))
kind = create_meeting_type.sync(client=client, body=CreateMeetingTypeRequest.from_dict(
    {"name": "Discovery call", "duration_minutes": 30, "hosts": [{"host_id": str(host.host.id)}]},
))
day = datetime.now(timezone.utc).replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=7)
slots = find_slots.sync(
    client=client,
    meeting_type_id=kind.meeting_type.id,
    from_=day.isoformat(),
    to=(day + timedelta(days=2)).isoformat(),
)
booked = book_meeting.sync(client=client, body=BookMeetingSilently.from_dict({
    "lead_id": str(made.lead.id),
    "host_id": str(host.host.id),
    "workflow_id": str(agent.workflow.id),
    "meeting_type_id": str(kind.meeting_type.id),
    "starts_at": slots.slots[0].starts_at.isoformat(),
    "invite_lead": False,
}))
print(json.dumps({
    "name": read.lead.first_name,
    "budget": read.lead.metadata["budget"],
    "consent": read.lead.consent.email.value,
    "code": unknown.code,
    "job": job.data.name,
    "cycle": cycle.status.value,
    "run": [ran.run.status.value, ran.run.result, [effect.type_ for effect in ran.run.effects]],
    "meeting": booked.meeting.status.value,
    "replayed": booked.replayed,
}))
`;

describe('/openapi.json in the hands of others', () => {
  it('has nothing that Redocly warns of', async () => {
    const folder = workFolder('openapi');
    const document = await fetch(`${service.url}/openapi.json`);
    writeFileSync(path.join(folder, 'openapi.json'), await document.text());
    const { code, output } = await runProgram(
      path.join(npmPrograms('redocly', ['@redocly/cli@2.77.0']), 'redocly'),
      ['lint', 'openapi.json', '--format', 'json', '--max-problems', '50'],
      folder,
    );
    const { problems } = JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1));
    // A run of a function lies beside the functions; no function can have the id "runs", so its paths mean one thing.
    const unexplained = (problems as { ruleId: string; message: string }[]).filter(
      ({ ruleId, message }) => ruleId !== 'no-ambiguous-paths' || !message.includes('/cloud-functions/runs/{run_id}`'),
    );
    expect([code, unexplained]).toEqual([0, []]);
  }, 300_000);

  it('makes a Python client that creates a lead, reads it back, runs a job and a function, and books a meeting', async () => {
    const folder = workFolder('python');
    const programs = pythonPrograms('python-tools', ['openapi-python-client==0.29.1']);
    rmSync(path.join(folder, 'api_client'), { recursive: true, force: true });
    const made = await runProgram(
      path.join(programs, 'openapi-python-client'),
      ['generate', '--url', `${service.url}/openapi.json`, '--meta', 'none', '--output-path', 'api_client'],
      folder,
    );
    expect(made.code === 0 ? '' : made.output).toBe('');
    // The generator knows no CSV bodies, no files of any type and no beacons, so these aren't in its client; all else is.
    const beyondIt = [
      ...['POST /api/public/leads/import', 'GET /api/public/messages/{id}/media'],
      'POST /api/widget/v1/telemetry',
    ];
    const missing = made.output.match(/^(Unable to process|WARNING parsing).*$/gm) ?? [];
    expect(missing.filter((line) => !beyondIt.some((operation) => line.includes(operation)))).toEqual([]);
    writeFileSync(path.join(folder, 'use.py'), USE);
    const { apiKey } = await api.account();
    const used = await runProgram(path.join(programs, 'python'), ['use.py'], folder, {
      KEY: apiKey,
      URL_OF_API: service.url,
    });
    expect(used.code === 0 ? '' : used.output).toBe('');
    expect(JSON.parse(used.output.trim().split('\n').at(-1) ?? '')).toEqual({
      name: 'Ana',
      budget: 9000,
      consent: 'unknown',
      code: 'LEAD_NOT_FOUND',
      job: 'Tag big budgets',
      cycle: 'queued',
      run: ['success', 9000, ['add_tag']],
      meeting: 'scheduled',
      replayed: false,
    });
  }, 300_000);
});
