import { readFileSync } from 'node:fs';
import ICAL from 'ical.js';
import PostalMime, { type Email } from 'postal-mime';
import { Api, type Run } from './api.js';
import { print, row } from './screen.js';
import { SmtpSink } from './smtp-sink.js';
import { untilWithin } from './until.js';

/**
 * One lead from the first mail of a cadence to a meeting that was confirmed and moved, followed through the public API,
 * a mail server and the page behind the invitation's link. The invitations are read by libraries that are not ours.
 */

const until = untilWithin(60_000);
const DAY_MS = 86_400_000;

interface Service {
  api_url: string;
  temporal_ui_url: string | null;
}
interface Booked {
  meeting: { id: string; starts_at: string; status: string };
  operations: { cadence: string; invitation: string; meeting: string };
  replayed: boolean;
}
interface Slot {
  starts_at: string;
  host_id: string;
}
interface Refusal {
  code: string;
  conflicts: { type: string }[];
  alternatives: Slot[];
}
interface DemoData {
  service: Service;
  api: Api;
  sink: SmtpSink;
  hostId: string;
  typeId: string;
  agentId: string;
  runId: string;
  leads: { ana: string; ben: string };
}

const [serviceFile = ''] = process.argv.slice(2);

const idOf = async (api: Api, path: string, name: string, body: object): Promise<string> => {
  const answer = await api.post<Record<string, { id: string }>>(path, body);
  return answer[name]?.id ?? '';
};

async function prepare(service: Service, sink: SmtpSink): Promise<DemoData> {
  const api = new Api(service.api_url, process.env.DEMO_API_KEY ?? '');
  const sender = await idOf(api, '/email-senders', 'email_sender', {
    name: 'Maria of Sales',
    from_email: 'maria@sales.example.com',
    smtp: { host: sink.host, port: sink.port, secure: false },
  });
  const agentId = await idOf(api, '/workflows', 'workflow', {
    name: 'Demo meetings',
    goal_type: 'appointment',
    exit: { on_meeting_booked: 'stop' },
    channels: { email_sender_id: sender },
    cadence: {
      window: { mode: 'none' },
      steps: [
        { key: 'hello', type: 'message', channel: 'email', subject: 'Your plans', content: 'Hi {{lead.first_name}}!' },
        {
          key: 'again',
          type: 'message',
          channel: 'email',
          subject: 'One more thing',
          content: 'Still there?',
          delay: { type: 'after', amount: 1, unit: 'days' },
        },
      ],
    },
  });
  await api.post(`/workflows/${agentId}/publish`);
  const host = { name: 'Maria Host', email: 'maria@sales.example.com', timezone: 'Europe/Madrid' };
  const hostId = await idOf(api, '/hosts', 'host', host);
  const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
  const hours = { kind: 'weekly', weekdays, starts: '09:00', ends: '17:00' };
  await api.post(`/hosts/${hostId}/availability-blocks`, hours);
  const typeId = await idOf(api, '/meeting-types', 'meeting_type', {
    name: 'First talk',
    duration_minutes: 30,
    buffer_after_minutes: 15,
    meeting_url: 'https://meet.example.com/maria',
    questions: [{ key: 'topic', label: 'What shall we talk about?', required: true }],
  });
  const lead = (first_name: string, more: object = {}) =>
    api.post<{ lead: { id: string }; workflow_run: { id: string } | null }>('/leads', {
      first_name,
      email: `${first_name.toLowerCase()}@example.com`,
      timezone: 'America/New_York',
      ...more,
    });
  const [ana, ben] = [await lead('Ana', { workflow_id: agentId }), await lead('Ben')];
  const leads = { ana: ana.lead.id, ben: ben.lead.id };
  return { service, api, sink, hostId, typeId, agentId, runId: ana.workflow_run?.id ?? '', leads };
}

/** Returns the n-th email to a person whose subject starts with some words, as an email program parses it. */
const mailOf = async ({ sink }: DemoData, to: string, subject: string): Promise<Email> => {
  const mail = await until(`The mail “${subject}”`, async () =>
    sink.mails.find((each) => each.to === to && (each.headers.subject ?? '').startsWith(subject)),
  );
  return PostalMime.parse(mail.raw);
};

/** Returns the parts of an email that a calendar program reads: the method, and the entry's number and start. */
function calendarOf({ attachments }: Email): { method: string; sequence: number; startsAt: string } {
  const part = attachments.find(({ mimeType }) => mimeType === 'text/calendar' || mimeType === 'application/ics');
  if (!part) throw new Error('The mail carries no calendar entry.');
  const text = typeof part.content === 'string' ? part.content : new TextDecoder().decode(part.content);
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent') as ICAL.Component);
  return {
    method: String(calendar.getFirstPropertyValue('method')),
    sequence: event.sequence,
    startsAt: event.startDate.toJSDate().toISOString(),
  };
}

async function refusalOf({ service }: DemoData, body: object): Promise<Refusal> {
  const answer = await fetch(`${service.api_url}/api/public/meetings/book`, {
    method: 'POST',
    headers: { 'X-API-Key': process.env.DEMO_API_KEY ?? '', 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as Refusal;
}

async function play(data: DemoData): Promise<[promise: string, kept: boolean][]> {
  const { api, service, hostId, typeId, agentId, leads } = data;
  await mailOf(data, 'ana@example.com', 'Your plans');
  const from = new Date(Date.now() + DAY_MS).toISOString();
  const { slots } = await api.get<{ slots: Slot[] }>(`/meetings/availability?meeting_type_id=${typeId}&from=${from}`);
  const [slot, later] = [slots[0], slots[6]];
  if (!slot || !later) throw new Error('There are no free slots.');
  const request = {
    lead_id: leads.ana,
    host_id: hostId,
    workflow_id: agentId,
    meeting_type_id: typeId,
    starts_at: slot.starts_at,
    confirm: true,
    answers: { topic: 'Next year' },
    idempotency_key: `demo/${leads.ana}`,
  };
  const booked = await api.post<Booked>('/meetings/book', request);
  const again = await api.post<Booked>('/meetings/book', request);
  const second = { ...request, lead_id: leads.ben, idempotency_key: `demo/${leads.ben}` };
  const refused = await refusalOf(data, second);
  const instead = await api.post<Booked>('/meetings/book', { ...second, ...startOf(refused.alternatives[0]) });

  const invitation = await mailOf(data, 'ana@example.com', 'Invitation');
  const entry = calendarOf(invitation);
  const [link = ''] = /https?:\/\/\S+\/m\/\S+/.exec(invitation.text ?? '') ?? [];
  const page = await fetch(`${service.api_url}${new URL(link).pathname}/confirm`, { method: 'POST' });
  const { meeting: confirmed } = await api.get<Booked>(`/meetings/${booked.meeting.id}`);
  const moved = await api.post<Booked>(`/meetings/${booked.meeting.id}/reschedule`, {
    starts_at: later.starts_at,
    reason: 'A flight',
  });
  const update = calendarOf(await mailOf(data, 'ana@example.com', 'New time'));
  const { feed } = await api.post<{ feed: { url: string } }>(`/hosts/${hostId}/calendar-feed`);
  const feedText = await (await fetch(service.api_url + new URL(feed.url).pathname)).text();
  const { workflow_run: run } = await api.get<{ workflow_run: Run }>(`/workflow-runs/${data.runId}`);
  const promises: [string, boolean][] = [
    [
      'The slot was booked, and the same key answers the same meeting.',
      again.replayed && again.meeting.id === booked.meeting.id,
    ],
    [
      'Who came second was refused with free times, and got one of them.',
      refused.code === 'SLOT_CONFLICT' && instead.meeting.status === 'scheduled',
    ],
    [
      'The booking stopped the cadence.',
      booked.operations.cadence === 'stopped' && run.stop_reason === 'meeting_booked',
    ],
    [
      'The invitation came by mail, and a calendar reads it.',
      entry.method === 'REQUEST' && entry.startsAt === slot.starts_at,
    ],
    ['The lead confirmed on the page behind the link.', page.ok && confirmed.status === 'confirmed'],
    [
      'The host rescheduled it. The lead has to confirm again, and the calendar is updated.',
      moved.meeting.status === 'scheduled' && update.sequence > entry.sequence && update.startsAt === later.starts_at,
    ],
    ['The host’s calendar feed shows it.', feedText.includes(booked.meeting.id)],
  ];
  return promises;
}

const startOf = (slot: Slot | undefined) => ({ starts_at: slot?.starts_at, host_id: slot?.host_id });

async function show({ api, service, leads }: DemoData): Promise<void> {
  print('\nWhat GET /leads/{id}/history tells');
  const items = await api.list<{
    type: string;
    channel?: string;
    title?: string;
    content?: string;
    created_at: string;
  }>(`/leads/${leads.ana}/history`, 'history');
  for (const { type, channel, title, content, created_at } of items) {
    const what = type === 'activity' ? title : `→ ${channel}: ${(content ?? '').split('\n')[0]?.slice(0, 60)}`;
    print(`  ${created_at.slice(11, 19)}  ${what ?? ''}`);
  }
  if (!service.temporal_ui_url) return;
  print('\nWhat followed the booking, in the Temporal UI');
  row(
    'Bookings',
    `${service.temporal_ui_url}/namespaces/default/workflows?query=${encodeURIComponent(`WorkflowType = 'bookingWorkflow'`)}`,
  );
}

const sink = await SmtpSink.start();
try {
  const data = await prepare(JSON.parse(readFileSync(serviceFile, 'utf8')) as Service, sink);
  const promises = await play(data);
  await show(data);
  print('\nPromises');
  for (const [promise, kept] of promises) print(`  ${kept ? '✓' : '✗'} ${promise}`);
  process.exitCode = promises.every(([, kept]) => kept) ? 0 : 1;
} catch (error) {
  process.stderr.write(`\nThe demo ended early: ${(error as Error).message}\n`);
  process.exitCode = 1;
} finally {
  await sink.stop();
}
