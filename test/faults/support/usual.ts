import { expect } from '@jest/globals';
import { newId } from '../../../runtime/ids.js';
import type { Answer } from './client.js';
import { bound, until } from './random.js';
import type { Rig, RigAccount } from './rig.js';

/** Sends the requests of a normal day. */
const usual = async (account: RigAccount) => {
  const email = `${newId()}@example.com`;
  const lead = await account.request('POST', '/leads', {
    body: { first_name: 'Ada', email, workflow_id: account.agentId },
  });
  const { id } = (lead.body.lead ?? {}) as { id: string };
  const body = { workflow_id: account.agentId };
  return [
    ['create', 201, lead],
    ['get', 200, await account.request('GET', `/leads/${id}`)],
    ['list', 200, await account.request('GET', '/leads?limit=5')],
    ['history', 200, await account.request('GET', `/leads/${id}/history`)],
    ['next', 200, await account.request('GET', `/leads/${id}/next`)],
    ['paused?', 200, await account.request('GET', `/leads/${id}/is_paused`)],
    ['patch', 200, await account.request('PATCH', `/leads/${id}`, { body: { first_name: 'Eva' } })],
    ['stop', 200, await account.request('POST', `/leads/${id}/automation/stop`, { body })],
    [
      'resume',
      200,
      await account.request('POST', `/leads/${id}/automation/resume`, { body: { ...body, resume_cadence: true } }),
    ],
    [
      'simulate',
      200,
      await account.request('POST', `/workflows/${account.agentId}/simulate`, { body: { lead_id: id } }),
    ],
    ['runs', 200, await account.request('GET', '/workflow-runs')],
    ['functions', 200, await account.request('GET', '/cloud-functions')],
    ['reference', 200, await account.request('GET', '/scheduled-functions/reference')],
    ['messages', 200, await account.request('GET', '/messages')],
  ] as [string, number, Answer][];
};

const DAY_MS = 86_400_000;

/** Books meetings for a lead of its own, one to be moved and one to be cancelled, and what the lead has to hear of them. */
async function bookings(rig: Rig, account: RigAccount) {
  const address = `booker-${newId()}@example.com`;
  const made = async (path: string, body: object, name: string) =>
    ((await account.request('POST', path, { body })).body[name] as { id: string } | undefined)?.id;
  const wish = {
    lead_id: await made('/leads', { first_name: 'Ada', email: address }, 'lead'),
    host_id: await made('/hosts', { name: 'Hanna', email: 'hanna@example.com', timezone: 'UTC' }, 'host'),
    meeting_type_id: await made('/meeting-types', { name: 'Talk', duration_minutes: 30 }, 'meeting_type'),
    workflow_id: account.agentId,
    confirm: true,
  };
  const day = new Date(Date.now() + 10 * DAY_MS).toISOString().slice(0, 10);
  const at = (hour: number) => `${day}T${hour}:00:00Z`;
  const book = (hour: number) => account.request('POST', '/meetings/book', { body: { ...wish, starts_at: at(hour) } });
  const change = ({ body }: Answer, verb: string, more: object) =>
    account.request('POST', `/meetings/${(body.meeting as { id: string } | undefined)?.id}/${verb}`, { body: more });
  const [kept, moved, dropped] = [await book(10), await book(11), await book(12)];
  const answers: [string, number, Answer][] = [
    ...[kept, moved, dropped].map((answer): [string, number, Answer] => ['book', 201, answer]),
    ['reschedule', 200, await change(moved, 'reschedule', { starts_at: at(15) })],
    ['cancel', 200, await change(dropped, 'cancel', {})],
  ];
  const told = () => rig.sink.mails.filter(({ to }) => to === address).map(({ headers }) => headers.subject ?? '');
  return { answers, told };
}

/** All is answered as on any day. What comes back waits until the lead has heard of its bookings. */
export async function expectUsual(rig: Rig, account: RigAccount): Promise<() => Promise<void>> {
  const booked = await bookings(rig, account);
  const answers = [...(await usual(account)), ...booked.answers];
  expect(answers.map(([name, , { status }]) => [name, status])).toEqual(
    answers.map(([name, status]) => [name, status]),
  );
  expect(Math.max(...answers.map(([, , { ms }]) => ms))).toBeLessThan(bound(3_000));
  const hears = (subject: string) => () => (booked.told().some((each) => each.startsWith(subject)) ? true : undefined);
  return async () => {
    await until('the lead has its invitation', hears('Invitation: '), 60_000);
    await until('the lead knows the new time', hears('New time: '), 60_000);
  };
}

/** A cloud function of the account. */
export async function addFunction(account: RigAccount, body: string, more: object = {}): Promise<string> {
  const source = `export default async function (ctx, svc) { ${body} }`;
  const made = await account.request('POST', '/cloud-functions', { body: { name: 'Outage', source, ...more } });
  expect(made.status).toBe(201);
  return (made.body.function as { id: string }).id;
}

/** Everything a function can be asked for but a run, which needs Temporal and a worker. */
export async function expectUsualFunction(account: RigAccount, id: string): Promise<void> {
  const path = `/cloud-functions/${id}`;
  const answers = [
    await account.request('GET', path),
    await account.request('PATCH', path, { body: { description: newId() } }),
    await account.request('POST', `${path}/deploy`),
    await account.request('PUT', `${path}/secrets/TOKEN`, { body: { value: newId() } }),
    await account.request('PUT', `${path}/schedule`, { body: { cron_expression: '0 9 * * *' } }),
    await account.request('GET', `${path}/versions`),
    await account.request('GET', `${path}/runs`),
  ];
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(bound(3_000));
}

const PATIENT_MS = 60_000;
/** Runs a function and waits for it. */
export const runFunction = (account: RigAccount, id: string) =>
  account.request('POST', `/cloud-functions/${id}/run`, { body: {}, timeoutMs: PATIENT_MS });

/** A run that can't be made is refused, soon, and leaves nothing behind. */
export async function expectNoRun(rig: Rig, account: RigAccount, id: string): Promise<void> {
  const { status, headers, body, ms } = await runFunction(account, id);
  expect({ status, code: body.code, retry: headers['retry-after'] }).toEqual({
    status: 503,
    code: 'ENGINE_UNAVAILABLE',
    retry: '5',
  });
  expect(ms).toBeLessThan(bound(3_000));
  expect(await rig.db('function_runs').where({ function_id: id })).toEqual([]);
}

/** Waits until a function runs. */
export const untilItRuns = (account: RigAccount, id: string) =>
  until(
    'the function runs',
    async () => {
      const { status, body } = await runFunction(account, id);
      return status === 200 && (body.run as { status: string }).status === 'success' ? true : undefined;
    },
    120_000,
  );
