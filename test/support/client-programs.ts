/**
 * Programs that use generated clients. Each creates one lead and two at once, reads the list page by page, books a
 * meeting, and reads three kinds of errors; then it prints what it found.
 */

export const OPENAPI_TYPESCRIPT = `
import createClient from 'openapi-fetch';
import type { paths } from './api.js';

const { URL_OF_API = '', KEY = '', BOOKING = '' } = process.env;
const client = createClient<paths>({ baseUrl: URL_OF_API, headers: { 'X-API-Key': KEY } });
const source = 'openapi-typescript';
const unwrap = <T>({ data, error }: { data?: T; error?: unknown }): T => {
  if (!data) throw new Error(JSON.stringify(error));
  return data;
};

const made = unwrap(await client.POST('/api/public/leads', { body: { first_name: 'Ana', source, metadata: { budget: 9000 } } }));
const lead = 'workflow_run' in made ? made.lead : undefined;
const more = unwrap(await client.POST('/api/public/leads', { body: { leads: [{ first_name: 'Ben' }, { first_name: 'Cleo' }], defaults: { source } } }));
const names: string[] = [];
let cursor: string | null | undefined;
do {
  const query = { source, limit: 2, ...(cursor ? { cursor } : {}) };
  const page = unwrap(await client.GET('/api/public/leads', { params: { query } }));
  if (typeof page === 'string') throw new Error('The page is CSV.');
  names.push(...page.leads.map(({ first_name }) => first_name));
  cursor = page.pagination.next_cursor;
} while (cursor);
const unknown = await client.GET('/api/public/leads/{id}', { params: { path: { id: 'unknown' } } });
const invalid = await client.POST('/api/public/leads', { body: { first_name: 'Dan', email: 'dan' } });
const booking = { ...JSON.parse(BOOKING), lead_id: lead?.id ?? '' };
const booked = unwrap(await client.POST('/api/public/meetings/book', { body: booking }));
const taken = await client.POST('/api/public/meetings/book', { body: booking });
console.log(JSON.stringify({
  budget: lead?.metadata.budget,
  made: 'created' in more ? more.created : 0,
  names: names.sort(),
  unknown: unknown.error?.code,
  field: invalid.error && 'field' in invalid.error ? invalid.error.field : undefined,
  meeting: booked.meeting.status,
  alternatives: taken.error && 'alternatives' in taken.error ? taken.error.alternatives.length : 0,
}));
`;

export const HEY_API = `
import { createClient } from './api/client/index.js';
import { bookMeeting, createLead, getLead, listLeads } from './api/index.js';

const { URL_OF_API = '', KEY = '', BOOKING = '' } = process.env;
const client = createClient({ baseUrl: URL_OF_API, auth: ({ type }) => (type === 'apiKey' ? KEY : undefined) });
const source = 'hey-api';

const { data: made } = await createLead({ client, throwOnError: true, body: { first_name: 'Ana', source, metadata: { budget: 9000 } } });
const lead = 'workflow_run' in made ? made.lead : undefined;
const { data: more } = await createLead({ client, throwOnError: true, body: { leads: [{ first_name: 'Ben' }, { first_name: 'Cleo' }], defaults: { source } } });
const names: string[] = [];
let cursor: string | null | undefined;
do {
  const { data: page } = await listLeads({ client, throwOnError: true, query: { source, limit: 2, ...(cursor ? { cursor } : {}) } });
  names.push(...page.leads.map(({ first_name }) => first_name));
  cursor = page.pagination.next_cursor;
} while (cursor);
const unknown = await getLead({ client, path: { id: 'unknown' } });
const invalid = await createLead({ client, body: { first_name: 'Dan', email: 'dan' } });
const body = { ...JSON.parse(BOOKING), lead_id: lead?.id ?? '' };
const { data: booked } = await bookMeeting({ client, throwOnError: true, body });
const { error: taken } = await bookMeeting({ client, body });
console.log(JSON.stringify({
  budget: lead?.metadata.budget,
  made: 'created' in more ? more.created : 0,
  names: names.sort(),
  unknown: unknown.error?.code,
  field: invalid.error && 'field' in invalid.error ? invalid.error.field : undefined,
  meeting: booked.meeting.status,
  alternatives: taken && 'alternatives' in taken ? taken.alternatives.length : 0,
}));
`;

export const ORVAL = `
import { bookMeeting, createLead, getLead, importLeads, listLeads } from './api.js';

const { KEY = '', BOOKING = '' } = process.env;
const options = { headers: { 'X-API-Key': KEY } };
const source = 'orval';

const made = await createLead({ first_name: 'Ana', source, metadata: { budget: 9000 } }, options);
const lead = made.status === 201 && 'workflow_run' in made.data ? made.data.lead : undefined;
const more = await createLead({ leads: [{ first_name: 'Ben' }, { first_name: 'Cleo' }], defaults: { source } }, options);
const names: string[] = [];
let cursor: string | null | undefined;
do {
  const page = await listLeads({ source, limit: 2, ...(cursor ? { cursor } : {}) }, options);
  if (page.status !== 200) throw new Error(page.data.message);
  names.push(...page.data.leads.map(({ first_name }) => first_name));
  cursor = page.data.pagination.next_cursor;
} while (cursor);
const unknown = await getLead('unknown', options);
const invalid = await createLead({ first_name: 'Dan', email: 'dan' }, options);
const booking = { ...JSON.parse(BOOKING), lead_id: lead?.id ?? '' };
const booked = await bookMeeting(booking, options);
const taken = await bookMeeting(booking, options);
const file = new Blob(['name;e-mail\\nEve Løvås;eve@example.com\\n']);
const preview = await importLeads({ file, encoding: 'utf-8', header_line: 1 }, { dry_run: true }, options);
console.log(JSON.stringify({
  budget: lead?.metadata.budget,
  made: more.status === 201 && 'created' in more.data ? more.data.created : 0,
  names: names.sort(),
  unknown: unknown.status === 404 ? unknown.data.code : undefined,
  field: invalid.status === 400 ? invalid.data.field : undefined,
  meeting: booked.status === 201 ? booked.data.meeting.status : undefined,
  rows: preview.status === 200 ? preview.data.preview.created : 0,
  alternatives: taken.status === 409 && 'alternatives' in taken.data ? taken.data.alternatives.length : 0,
}));
`;

export const OPENAPI_GENERATOR = `
import json, os
from openapi_client import ApiClient, Configuration, LeadsApi, MeetingsApi
from openapi_client.exceptions import BadRequestException, ConflictException, NotFoundException
from openapi_client.models.book_meeting import BookMeeting
from openapi_client.models.book_meeting_by_default import BookMeetingByDefault
from openapi_client.models.create_lead import CreateLead
from openapi_client.models.create_lead_request import CreateLeadRequest
from openapi_client.models.create_leads import CreateLeads

source = "openapi-generator"
configuration = Configuration(host=os.environ["URL_OF_API"], api_key={"apiKey": os.environ["KEY"]})
with ApiClient(configuration) as client:
    leads, meetings = LeadsApi(client), MeetingsApi(client)
    ana = CreateLead(first_name="Ana", source=source, metadata={"budget": 9000})
    lead = leads.create_lead(CreateLeadRequest(ana)).actual_instance.lead
    others = CreateLeads(leads=[CreateLead(first_name="Ben"), CreateLead(first_name="Cleo")], defaults={"source": source})
    more = leads.create_lead(CreateLeadRequest(others)).actual_instance
    names, cursor = [], None
    while True:
        page = leads.list_leads(source=source, limit=2, cursor=cursor)
        names += [each.first_name for each in page.leads]
        cursor = page.pagination.next_cursor
        if not cursor:
            break
    try:
        leads.get_lead("unknown")
    except NotFoundException as error:
        unknown = error.data
    try:
        leads.create_lead(CreateLeadRequest(CreateLead(first_name="Dan", email="dan")))
    except BadRequestException as error:
        invalid = error.data
    booking = BookMeeting(BookMeetingByDefault(**json.loads(os.environ["BOOKING"]), lead_id=lead.id))
    booked = meetings.book_meeting(booking)
    try:
        meetings.book_meeting(booking)
    except ConflictException as error:
        taken = error.data.actual_instance
print(json.dumps({
    "budget": lead.metadata["budget"],
    "made": more.created,
    "names": sorted(names),
    "unknown": unknown.code,
    "field": invalid.var_field,
    "meeting": booked.meeting.status,
    "alternatives": len(taken.alternatives),
}))
`;

export const OPENAPI_PYTHON_CLIENT = `
import json, os
import json, os
from api_client import AuthenticatedClient
from api_client.api.background_jobs import create_background_job, run_background_job
from api_client.api.cloud_functions import create_cloud_function, run_cloud_function
from api_client.api.leads import create_lead, get_lead, list_leads
from api_client.api.meetings import book_meeting
from api_client.models import (
    BookMeetingByDefault, CreateBackgroundJobRequest, CreateCloudFunctionRequest, CreateLead, CreateLeads,
    RunBackgroundJobRequest, RunCloudFunctionRequest,
)
from api_client.types import UNSET

source = "openapi-python-client"
client = AuthenticatedClient(base_url=os.environ["URL_OF_API"], token=os.environ["KEY"])
ana = CreateLead.from_dict({"first_name": "Ana", "source": source, "metadata": {"budget": 9000}})
lead = create_lead.sync(client=client, body=ana).lead
others = CreateLeads.from_dict({"leads": [{"first_name": "Ben"}, {"first_name": "Cleo"}], "defaults": {"source": source}})
more = create_lead.sync(client=client, body=others)
names, cursor = [], UNSET
while cursor is not None:
    page = list_leads.sync(client=client, source=source, limit=2, cursor=cursor)
    names += [each.first_name for each in page.leads]
    cursor = page.pagination.next_cursor
unknown = get_lead.sync(id="unknown", client=client)
invalid = create_lead.sync(client=client, body=CreateLead(first_name="Dan", email="dan"))
booking = BookMeetingByDefault.from_dict({**json.loads(os.environ["BOOKING"]), "lead_id": str(lead.id)})
booked = book_meeting.sync(client=client, body=booking)
taken = book_meeting.sync(client=client, body=booking)

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
    body=RunCloudFunctionRequest.from_dict({"ctx": {"lead_id": str(lead.id)}}),
)
print(json.dumps({
    "budget": lead.metadata["budget"],
    "made": more.created,
    "names": sorted(names),
    "unknown": unknown.code,
    "field": invalid.field,
    "meeting": booked.meeting.status.value,
    "cycle": cycle.status.value,
    "run": [ran.run.status.value, ran.run.result, [effect.type_ for effect in ran.run.effects]],
    "alternatives": len(taken.alternatives),
}))
`;

export const OAPI_CODEGEN = `
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"sort"

	"example.com/leads/api"
)

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func createRequest(fill func(*api.CreateLeadRequest) error) api.CreateLeadRequest {
	var request api.CreateLeadRequest
	if err := fill(&request); err != nil {
		panic(err)
	}
	return request
}

func main() {
	ctx := context.Background()
	withKey := func(_ context.Context, request *http.Request) error {
		request.Header.Set("X-API-Key", os.Getenv("KEY"))
		return nil
	}
	client := must(api.NewClientWithResponses(os.Getenv("URL_OF_API"), api.WithRequestEditorFn(withKey)))
	source := "oapi-codegen"
	create := func(fill func(*api.CreateLeadRequest) error) *api.CreateLeadReply {
		return must(client.CreateLeadWithResponse(ctx, nil, createRequest(fill)))
	}

	made := create(func(request *api.CreateLeadRequest) error {
		return request.FromCreateLead(api.CreateLead{FirstName: "Ana", Source: &source, Metadata: &map[string]any{"budget": 9000}})
	})
	lead := must(made.JSON201.AsLeadCreated()).Lead
	more := create(func(request *api.CreateLeadRequest) error {
		leads := []api.CreateLead{{FirstName: "Ben"}, {FirstName: "Cleo"}}
		return request.FromCreateLeads(api.CreateLeads{Leads: leads, Defaults: &map[string]any{"source": source}})
	})
	names := []string{}
	limit := 2
	var cursor *string
	for {
		page := must(client.ListLeadsWithResponse(ctx, &api.ListLeadsParams{Source: &source, Limit: &limit, Cursor: cursor})).JSON200
		for _, each := range page.Leads {
			names = append(names, each.FirstName)
		}
		if cursor = page.Pagination.NextCursor; cursor == nil {
			break
		}
	}
	sort.Strings(names)
	unknown := must(client.GetLeadWithResponse(ctx, "unknown"))
	invalid := create(func(request *api.CreateLeadRequest) error {
		email := "dan"
		return request.FromCreateLead(api.CreateLead{FirstName: "Dan", Email: &email})
	})

	var booking api.BookMeetingByDefault
	if err := json.Unmarshal([]byte(os.Getenv("BOOKING")), &booking); err != nil {
		panic(err)
	}
	booking.LeadId = lead.Id
	var request api.BookMeeting
	if err := request.FromBookMeetingByDefault(booking); err != nil {
		panic(err)
	}
	booked := must(client.BookMeetingWithResponse(ctx, nil, request))
	taken := must(client.BookMeetingWithResponse(ctx, nil, request))
	fmt.Println(string(must(json.Marshal(map[string]any{
		"budget":       lead.Metadata["budget"],
		"made":         must(more.JSON201.AsLeadsCreated()).Created,
		"names":        names,
		"unknown":      unknown.JSON404.Code,
		"field":        invalid.JSON400.Field,
		"meeting":      booked.JSON201.Meeting.Status,
		"alternatives": len(must(taken.JSON409.AsSlotRefused()).Alternatives),
	}))))
}
`;
