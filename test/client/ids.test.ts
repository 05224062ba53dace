import { describe, expect, it } from '@jest/globals';
import { LeadAutomationClient, LeadAutomationError } from '../../client/src/index.js';
import { useFaultyServer } from '../support/faulty-server.js';

const server = useFaultyServer();
const client = () => new LeadAutomationClient({ apiKey: 'svc_live_test', baseUrl: server.url });

const BLANK: unknown[] = ['', ' ', '\t\u00a0', null, undefined, 0, {}, '.', '..'];
type Id = { lead_id: string };
type Call = (id: Id) => Promise<unknown>;

/** Every operation that needs the ID of a lead. */
const NEED: Record<string, Call> = {
  updateLead: (id) => client().updateLead({ ...id, first_name: 'Ana' }),
  getLead: (id) => client().getLead(id),
  getLeadHistory: async (id) => client().getLeadHistory(id),
  isLeadPaused: (id) => client().isLeadPaused(id),
  stopAutomation: (id) => client().stopAutomation({ ...id, workflow_run_id: 'run' }),
  resumeAutomation: (id) => client().resumeAutomation({ ...id, workflow_run_id: 'run' }),
  syncLeadTags: (id) => client().syncLeadTags({ ...id, tags: [] }),
  listLeadMeetings: async (id) => client().listLeadMeetings(id),
  sendMessage: (id) => client().sendMessage({ ...id, channel: 'email', content: 'Hello' }),
};

/** Every other ID that an operation takes. */
const TAKE: Record<string, (id: string) => Promise<unknown>> = {
  'workflow_id of createLead': (workflow_id) => client().createLead({ first_name: 'Ana', workflow_id }),
  'campaign_id of createLead': (campaign_id) => client().createLead({ first_name: 'Ana', campaign_id }),
  'workflow_id of createLeadsBulk': (workflow_id) =>
    client().createLeadsBulk({ leads: [{ first_name: 'Ana' }, { first_name: 'Luis', workflow_id }] }),
  'campaign_id of updateLead': (campaign_id) => client().updateLead({ lead_id: 'lead', campaign_id }),
  'workflow_id of isLeadPaused': (workflow_id) => client().isLeadPaused({ lead_id: 'lead', workflow_id }),
  'workflow_run_id of stopAutomation': (workflow_run_id) =>
    client().stopAutomation({ lead_id: 'lead', workflow_run_id }),
  'workflow_run_id of resumeAutomation': (workflow_run_id) =>
    client().resumeAutomation({ lead_id: 'lead', workflow_run_id }),
  'workflow_id of sendMessage': (workflow_id) =>
    client().sendMessage({ lead_id: 'lead', workflow_id, channel: 'email', content: 'Hello' }),
};

const expectRefused = async (call: Promise<unknown>, name: string) => {
  await expect(call).rejects.toThrow(LeadAutomationError);
  await expect(call).rejects.toThrow(new RegExp(`^${name} must be`));
  expect(server.seen).toEqual([]);
};

describe('a call whose ID is missing or blank', () => {
  it.each(Object.entries(NEED).flatMap(([name, call]) => BLANK.map((id) => ({ name, call, id }))))(
    'is refused by $name before anything is sent: $id',
    ({ call, id }) => expectRefused(call({ lead_id: id } as Id), 'lead_id'),
  );

  it.each(Object.entries(TAKE).flatMap(([name, call]) => ['', '  ', '\n'].map((id) => ({ name, call, id }))))(
    'is refused by $name before anything is sent: %j',
    ({ name, call, id }) => expectRefused(call(id), name.split(' ')[0] ?? ''),
  );

  it('is sent where the ID is optional and absent, or belongs to another system', async () => {
    await client().createLead({ first_name: 'Ana', workflow_id: undefined, campaign_id: null, external_id: '' });
    await client().createLead({ first_name: 'Ana', metadata: { crm_id: '' } });
    await client().syncLeadTags({ email: 'ana@example.com', tags: [] });
    expect(server.seen).toHaveLength(3);
  });
});
