import type { Api, ImportState } from './api.js';
import { untilWithin } from './until.js';

/**
 * "Every weekday at nine in Madrid: leads whose renewal lies within 30 days and that carry no tag `renewal-sent` get a
 * WhatsApp template and the tag", played through the public API alone: as preview, as dry run, and for real in each
 * form in which a job is set off.
 */

const until = untilWithin(300_000);
const DAY_MS = 86_400_000;
/** The day that the dates of the demo's file were written around. */
const WRITTEN_ON = '2026-11-21';
export const WEEKDAYS_AT_NINE = '0 9 * * mon-fri';
const ZONE = 'Europe/Madrid';
/** Leads that are given a near renewal while the event job listens. */
const MOVED = 10;

export interface Lead {
  id: string;
  phone: string | null;
  timezone: string | null;
  metadata: { renewal_date?: unknown };
  tags: unknown[];
  [consent: `consent_${string}`]: unknown;
}
export interface Sent {
  id: string;
  lead_id: string;
  status: string;
  direction: string;
}
interface JobCycle {
  id: string;
  status: string;
  trigger_type: string;
  dry_run: boolean;
  evaluated: number;
  acted: number;
  ended_at: string | null;
  nominal_at: string;
  workflow_id: string;
}

/** The observations of each stage, for the verdict. */
export interface RenewalEvidence {
  /** Leads whose renewal lies within 30 days, as the answers of GET /leads have it, and those that are near the edge. */
  due: string[];
  edge: string[];
  moved: string[];
  nextRuns: string[];
  previewMatched: number;
  dry: JobCycle;
  sentAfterDryRun: number;
  taggedAfterDryRun: number;
  cycles: { api: JobCycle[]; cron: JobCycle[]; event: JobCycle[] };
  sent: Sent[];
  leads: Lead[];
}

export interface RenewalOptions {
  csv: string;
  note(text: string): void;
  /** Triggers the schedule soon. Otherwise the demo waits for the next full minute. */
  hasten?(jobId: string): Promise<void>;
}

const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Moves the dates of a file along, so that its renewals lie around today whenever it is played. */
export function datedToday(csv: string, today = day(Date.now())): string {
  const by = Date.parse(today) - Date.parse(WRITTEN_ON);
  return csv.replace(/,(\d{4}-\d{2}-\d{2}),/g, (_all, date: string) => `,${day(Date.parse(date) + by)},`);
}

async function prepare(api: Api, csv: string): Promise<{ agentId: string; templateId: string }> {
  const { whatsapp_number } = await api.post<{ whatsapp_number: { id: string } }>('/whatsapp-numbers', {
    phone_number: '+34600000002',
    provider: 'sandbox',
    provider_phone_number_id: '100000000000002',
  });
  const { template } = await api.post<{ template: { id: string } }>('/templates', {
    name: 'renewal_reminder',
    channel: 'whatsapp',
    language: 'en',
    category: 'UTILITY',
    components: [
      {
        type: 'BODY',
        text: 'Hi {{1}}, your contract renews on {{2}}. Shall we talk?',
        example: { body_text: [['Ana', '2026-12-01']] },
      },
    ],
  });
  await api.post('/templates/sync');
  const { workflow } = await api.post<{ workflow: { id: string } }>('/workflows', {
    name: 'Customers',
    goal_type: 'custom',
    channels: { whatsapp_number_id: whatsapp_number.id },
    cadence: {
      window: { mode: 'none' },
      steps: [{ key: 'rest', type: 'wait', delay: { type: 'after', amount: 365, unit: 'days' } }],
    },
  });
  await api.post(`/workflows/${workflow.id}/publish`);
  const started = await api.postCsv<{ import: ImportState }>(
    `/leads/import?workflow_id=${workflow.id}&file_name=leads.csv`,
    new TextEncoder().encode(csv),
  );
  await until('The import', async () => {
    const { import: now } = await api.get<{ import: ImportState }>(`/imports/${started.import.id}`);
    return now.completed_at === null ? undefined : now;
  });
  return { agentId: workflow.id, templateId: template.id };
}

/** The leads that are due and weren't notified yet. Both steps use it, so that the database reads no other leads. */
const DUE = [
  { field: 'metadata.renewal_date', operator: 'within_next', value: 30, unit: 'days' },
  { source: 'tag', operator: 'has_none', value: ['renewal-sent'] },
];

/** Makes the job's steps: the template, then the tag. */
export const renewalSteps = (templateId: string) => [
  {
    name: 'Due within 30 days',
    conditions: DUE,
    on_match: {
      type: 'send_message',
      params: {
        channel: 'whatsapp',
        template_id: templateId,
        variables: { '1': '{{lead.first_name}}', '2': '{{metadata.renewal_date}}' },
      },
    },
  },
  { name: 'Remember', conditions: DUE, on_match: { type: 'add_tag', params: { tags: ['renewal-sent'] } } },
];

const cycleEnded = (api: Api, jobId: string, cycleId: string) =>
  until('A cycle', async () => {
    const { data } = await api.get<{ data: JobCycle }>(`/background-jobs/${jobId}/cycles/${cycleId}`);
    return data.ended_at === null ? undefined : data;
  });

async function runNow(api: Api, jobId: string, body: object = {}): Promise<JobCycle> {
  const { cycle_id } = await api.post<{ cycle_id: string }>(`/background-jobs/${jobId}/run`, body);
  return cycleEnded(api, jobId, cycle_id);
}

const cyclesOf = async (api: Api, jobId: string): Promise<JobCycle[]> =>
  (await api.get<{ data: JobCycle[] }>(`/background-jobs/${jobId}/cycles`)).data;

const makeJob = async (api: Api, body: object): Promise<string> =>
  (await api.post<{ data: { id: string } }>('/background-jobs', body)).data.id;

const slugs = ({ tags }: Lead): string[] =>
  tags.map((tag) => (typeof tag === 'string' ? tag : (tag as { slug: string }).slug));
export const isTagged = (lead: Lead): boolean => slugs(lead).includes('renewal-sent');

const sentTo = (api: Api): Promise<Sent[]> => api.list<Sent>('/messages?direction=outbound', 'messages');

/** Leads by how their renewal lies to today; what is a day or less from an end depends on the lead's clock. */
function byRenewal(leads: readonly Lead[]) {
  const today = Date.parse(day(Date.now()));
  const distance = ({ metadata: { renewal_date } }: Lead) =>
    typeof renewal_date === 'string' ? (Date.parse(renewal_date.slice(0, 10)) - today) / DAY_MS : Number.NaN;
  const within = (lead: Lead, low: number, high: number) => distance(lead) >= low && distance(lead) <= high;
  return {
    due: leads.filter((lead) => within(lead, 2, 28)),
    edge: leads.filter((lead) => within(lead, -2, 1) || within(lead, 29, 32)),
    far: leads.filter((lead) => distance(lead) > 60),
  };
}

/** Plays the whole story in a fresh account and answers what could be seen from outside. */
export async function playRenewals(api: Api, { csv, note, hasten }: RenewalOptions): Promise<RenewalEvidence> {
  const { agentId, templateId } = await prepare(api, datedToday(csv));
  const before = await api.list<Lead>('/leads', 'leads');
  const { due, edge, far } = byRenewal(before);
  note(`✓ Imported ${before.length} leads, ${due.length} of them with a renewal within 30 days.`);
  const steps = renewalSteps(templateId);
  const common = { steps, lead_filters: [{ workflow_id: agentId }], timezone: ZONE };

  const preview = await api.post<{ data: { matched: number } }>('/background-jobs/preview', common);
  note(`✓ The preview finds ${preview.data.matched}.`);

  const half = Math.max(1, Math.min(500, Math.ceil(preview.data.matched / 2)));
  const byApi = await makeJob(api, { ...common, name: 'Renewals, now', max_leads_per_cycle: half });
  const dry = await runNow(api, byApi, { dry_run: true });
  const [sentAfterDryRun, taggedAfterDryRun] = [
    (await sentTo(api)).length,
    (await api.list<Lead>('/leads', 'leads')).filter(isTagged).length,
  ];
  note(`✓ The dry run would write to ${dry.acted} leads, and wrote to ${sentAfterDryRun}.`);

  const real = [await runNow(api, byApi)];
  note(`✓ By request: ${real[0]?.acted} leads, half of them.`);

  const planned = await nextRunsOf(api, common);
  const byCron = await workOnSchedule(api, common, { note, hasten });
  const moved = far.filter(({ phone }) => phone !== null).slice(0, MOVED);
  const heard = await workOnEvents(api, common, { note, moved });

  const sent = await until('The messages', async () => {
    const messages = await sentTo(api);
    return messages.some(({ status }) => ['queued', 'sending'].includes(status)) ? undefined : messages;
  });
  return {
    due: due.map(({ id }) => id),
    edge: edge.map(({ id }) => id),
    moved: moved.map(({ id }) => id),
    nextRuns: planned,
    previewMatched: preview.data.matched,
    dry,
    sentAfterDryRun,
    taggedAfterDryRun,
    cycles: { api: real, cron: byCron, event: heard },
    sent,
    leads: await api.list<Lead>('/leads', 'leads'),
  };
}

/** The common parts of the story's jobs. */
type Common = { steps: unknown; lead_filters: unknown; timezone: string };

/** Plans the job for weekday mornings; answers when it would fire. */
async function nextRunsOf(api: Api, common: Common): Promise<string[]> {
  const weekdays = await makeJob(api, {
    ...common,
    name: 'Renewals, weekdays',
    cron_expression: WEEKDAYS_AT_NINE,
    is_active: false,
  });
  await api.patch(`/background-jobs/${weekdays}`, { is_active: true });
  const { data } = await api.get<{ data: { next_runs: string[] } }>(`/background-jobs/${weekdays}`);
  return data.next_runs;
}

/** Waits for the schedule of a job until a cycle has acted, and returns its cycles. */
async function workOnSchedule(api: Api, common: Common, { note, hasten }: Pick<RenewalOptions, 'note' | 'hasten'>) {
  const job = await makeJob(api, {
    ...common,
    name: 'Renewals, each minute',
    cron_expression: '* * * * *',
    max_leads_per_cycle: 500,
  });
  note(`… The same on a schedule; waiting for its time.`);
  await hasten?.(job);
  const fired = await until('The schedule', async () => {
    const ended = (await cyclesOf(api, job)).filter(({ ended_at, acted }) => ended_at !== null && acted > 0);
    return ended.length > 0 ? ended : undefined;
  });
  await api.patch(`/background-jobs/${job}`, { is_active: false });
  note(`✓ By its schedule: ${fired[0]?.acted} leads.`);
  return cyclesOf(api, job);
}

/** Brings the renewals of `moved` near and lets a job hear of it; answers its cycles. */
async function workOnEvents(
  api: Api,
  common: Common,
  { note, moved }: { note: RenewalOptions['note']; moved: Lead[] },
) {
  const job = await makeJob(api, {
    ...common,
    name: 'Renewals, as they change',
    trigger_type: 'event',
    event: {
      kinds: ['lead.updated'],
      filter: [{ field: 'metadata.renewal_date', operator: 'changed' }],
    },
  });
  for (const { id } of moved) {
    await api.patch(`/leads/${id}`, { metadata: { renewal_date: day(Date.now() + 14 * DAY_MS) } });
  }
  const heard = await until('The event job', async () => {
    const ended = (await cyclesOf(api, job)).filter(({ ended_at }) => ended_at !== null);
    return ended.reduce((sum, { evaluated }) => sum + evaluated, 0) >= moved.length ? ended : undefined;
  });
  note(`✓ By events: ${heard.reduce((sum, { acted }) => sum + acted, 0)} leads whose renewal came near.`);
  return heard;
}

/** A promise and what breaks it. */
export interface RenewalPromise {
  promise: string;
  broken: string[];
}

const clock = (at: string): string =>
  new Date(at).toLocaleString('en-GB', { timeZone: ZONE, weekday: 'short', hour: '2-digit', minute: '2-digit' });

/** Holds what was seen against what was promised. */
export function judgeRenewals(evidence: RenewalEvidence): RenewalPromise[] {
  const { due, edge, moved, sent, leads, dry, cycles } = evidence;
  const byLead = Map.groupBy(sent, ({ lead_id }) => lead_id);
  const meant = new Set([...due, ...moved]);
  const allowed = new Set([...meant, ...edge]);
  const byId = new Map(leads.map((lead) => [lead.id, lead]));
  const reachable = [...meant].filter((id) => byId.get(id)?.phone);
  const check = (promise: string, broken: string[]): RenewalPromise => ({ promise, broken });
  return [
    check(
      'The preview found who is due',
      evidence.previewMatched >= due.length && evidence.previewMatched <= due.length + edge.length
        ? []
        : [String(evidence.previewMatched)],
    ),
    check(
      'The dry run changed nothing',
      dry.dry_run && dry.acted > 0 && evidence.sentAfterDryRun + evidence.taggedAfterDryRun === 0 ? [] : [dry.id],
    ),
    check(
      'Each form ran: by request, by its schedule, by events',
      Object.entries(cycles).flatMap(([form, all]) =>
        all.some(({ trigger_type, acted }) => trigger_type === form && acted > 0) ? [] : [form],
      ),
    ),
    check(
      'Everyone due who has a number was written to',
      reachable.filter((id) => !byLead.has(id)),
    ),
    check(
      'No lead received two messages',
      [...byLead].filter(([, all]) => all.length > 1).map(([id]) => id),
    ),
    check(
      'No other lead received a message',
      [...byLead.keys()].filter((id) => !allowed.has(id)),
    ),
    check(
      'Everyone who was written to carries the tag',
      [...byLead.keys()].filter((id) => !isTagged(byId.get(id) as Lead)),
    ),
    check(
      'Every message left',
      sent.filter(({ status }) => !['sent', 'delivered', 'read'].includes(status)).map(({ id }) => id),
    ),
    check(
      'The schedule’s next runs are weekdays at nine in Madrid',
      evidence.nextRuns.filter((at) => !/^(Mon|Tue|Wed|Thu|Fri),? 09:00$/.test(clock(at))),
    ),
  ];
}
