import type { AvailabilityBlockRow, HostRow } from '../../db/tables.js';
import type { TestAccount, TestApi } from './api.js';
import { addAgent, addLead } from './messaging.js';

const DAY_MS = 86_400_000;

function mondayFrom(now: number): Date {
  const soon = new Date(now + 7 * DAY_MS);
  soon.setUTCHours(0, 0, 0, 0);
  return new Date(soon.getTime() + ((8 - soon.getUTCDay()) % 7) * DAY_MS);
}

/** Reckoned once: on a Monday, midnight would make it another one. */
const MONDAY = mondayFrom(Date.now());

/** Midnight UTC of the first Monday that is at least a week away. */
export const nextMonday = (): Date => new Date(MONDAY);

/** A time on that Monday, or `days` later, UTC. */
export function at(time: string, days = 0): string {
  const day = new Date(nextMonday().getTime() + days * DAY_MS).toISOString().slice(0, 10);
  return `${day}T${time}:00.000Z`;
}

export async function addHost(account: TestAccount, body: Partial<HostRow> = {}): Promise<string> {
  const host = { name: 'Hanna Host', email: 'hanna@example.com', timezone: 'UTC', ...body };
  return (await account.request('post', '/hosts').send(host).expect(201)).body.host.id;
}

export async function addType(account: TestAccount, body: object = {}): Promise<string> {
  const type = { name: 'Discovery call', duration_minutes: 30, ...body };
  return (await account.request('post', '/meeting-types').send(type).expect(201)).body.meeting_type.id;
}

export async function addBlock(account: TestAccount, hostId: string, body: Partial<AvailabilityBlockRow> | object) {
  const answer = await account.request('post', `/hosts/${hostId}/availability-blocks`).send(body).expect(201);
  return answer.body.availability_block.id as string;
}

/** A lead, an agent, a host and a meeting type of one account, and a way to book with them. */
export async function createMeetingFixture(
  api: TestApi,
  account: TestAccount,
  { host = {}, type = {}, agent = {} }: { host?: object; type?: object; agent?: Record<string, unknown> } = {},
) {
  const [hostId, typeId, agentId] = [
    await addHost(account, host),
    await addType(account, type),
    await addAgent(api, account, agent),
  ];
  const lead = await addLead(api.db, account.accountId, { last_name: 'Lovelace', phone: '+34600111222' });
  const request = (more: object = {}) => ({
    lead_id: lead.id,
    host_id: hostId,
    workflow_id: agentId,
    meeting_type_id: typeId,
    starts_at: at('10:00'),
    ...more,
  });
  return {
    hostId,
    typeId,
    agentId,
    lead,
    request,
    book: (more: object = {}) => account.request('post', '/meetings/book').send(request(more)),
    newLead: async () => (await addLead(api.db, account.accountId)).id,
  };
}

/** Common tools for tests of meetings: an account with a host, a meeting's cells, and its wake-ups. */
export const meetingTools = (api: TestApi) => ({
  async createFixture(options: Parameters<typeof createMeetingFixture>[2] = {}) {
    const account = await api.account();
    const made = await createMeetingFixture(api, account, options);
    const post = (path: string, body: object = {}) => account.request('post', path).send(body);
    return { account, post, ...made };
  },
  cellsOf: async (meetingId: string) => (await api.db('meeting_slots').where({ meeting_id: meetingId })).length,
  wakesOf: (meetingId: string) =>
    api.dispatched
      .filter(({ args }) => (args.input as { meetingId?: string } | undefined)?.meetingId === meetingId)
      .map(({ args }) => args.wake),
});
