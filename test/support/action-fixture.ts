import { beforeAll } from '@jest/globals';
import type { ActionOf, ActionType } from '../../schemas/rules/actions.js';
import { createUser } from '../../services/accounts/accounts.js';
import { addSender } from './agents.js';
import type { TestAccount, TestApi } from './api.js';
import { addEnrolledLeads, runNewJob } from './jobs.js';
import { addBlock, addHost, addType, at } from './meetings.js';
import { addAgent } from './messaging.js';

/** The resources that the actions of jobs and functions refer to, by ID. */
export interface ActionFixture {
  account: TestAccount;
  /** An agent whose cadences continue after bookings and purchases. */
  agent: string;
  /** Another one. */
  other: string;
  host: string;
  type: string;
  conversion: string;
  user: string;
}

/** Makes in an account what actions refer to. */
export async function createActionFixture(api: TestApi, account: TestAccount): Promise<ActionFixture> {
  await addSender(api.db, account.accountId);
  const agent = await addAgent(api, account, { exit: { on_meeting_booked: 'continue', on_conversion: 'continue' } });
  const host = await addHost(account);
  await addBlock(account, host, { kind: 'weekly', weekdays: ['mon', 'tue'], starts: '09:00', ends: '12:00' });
  const type = await addType(account, { hosts: [{ host_id: host }] });
  const sale = { name: 'Sale', currency: 'EUR' };
  const { body } = await account.request('post', '/conversion-types').send(sale).expect(201);
  const { userId } = await createUser(api.db, new Date(), {
    accountId: account.accountId,
    email: `owner-${agent}@example.com`,
    name: 'Ana',
    role: 'owner',
    password: 'a long password of the tests',
  });
  const other = await addAgent(api, account);
  return { account, agent, other, host, type, conversion: body.conversion_type.id, user: userId };
}

/** Makes the world of a file of jobs' actions, and what its tests do in it. */
export function useActionJobs(api: TestApi) {
  const created = {} as ActionFixture;
  beforeAll(async () => {
    const account = await api.account({ country: 'ES' });
    await account.request('post', '/voice-agents').send({ name: 'Eva' }).expect(201);
    Object.assign(created, await createActionFixture(api, account));
  });
  async function newLead(): Promise<string> {
    const [row] = await addEnrolledLeads(api.db, created.account.accountId, created.agent, 1, () => ({
      phone: '+34600111222',
      timezone: 'Europe/Madrid',
    }));
    return row?.id as string;
  }

  /** Makes a job of one step and works one cycle of it; without a lead one of whole agents. */
  const runJob = (steps: object[], leadId: string | null, more: object = {}) =>
    leadId === null
      ? runNewJob(api.db, created.account, {
          scope: 'workflow_scoped',
          workflow_filters: { workflow_ids: [created.other] },
          steps,
        })
      : runNewJob(
          api.db,
          created.account,
          { lead_filters: [{ workflow_id: created.agent }], steps, ...more },
          { lead_ids: [leadId] },
        );

  async function book(leadId: string, time: string): Promise<string> {
    const { body } = await created.account
      .request('post', '/meetings/book')
      .send({
        lead_id: leadId,
        host_id: created.host,
        workflow_id: created.agent,
        meeting_type_id: created.type,
        starts_at: at(time),
      })
      .expect(201);
    return body.meeting.id;
  }

  return { fixture: created, newLead, runJob, book };
}

/** Functions run in a process of their own and have proofs of their own. */
export type Carried = Exclude<ActionType, 'run_function'>;
type Params = { [T in Carried]: (fixture: ActionFixture) => ActionOf<T>['params'] };
/** For each action what it is given in a world. */
export const ACTION_PARAMS: Params = {
  add_tag: () => ({ tags: ['VIP'] }),
  remove_tag: () => ({ tags: ['old'] }),
  set_tags: () => ({ tags: ['only'] }),
  set_metadata: () => ({ values: { plan: 'gold' } }),
  set_field: () => ({ key: 'budget', value: 5 }),
  set_status: () => ({ status_key: 'engaged' }),
  assign_workflow: ({ other }) => ({ workflow_id: other }),
  stop_automation: () => ({ reason: 'Enough' }),
  resume_automation: () => ({}),
  add_note: () => ({ text: 'Seen' }),
  assign_owner: ({ user }) => ({ user_id: user }),
  send_message: () => ({ channel: 'email', subject: 'Hi', content: 'Hello' }),
  trigger_call: () => ({ begin_message: 'Hello', max_attempts: 3, retry_minutes: [5, 30] }),
  offer_meeting: ({ type }) => ({ meeting_type_id: type, channel: 'email' }),
  cancel_meeting: () => ({ reason: 'Moved' }),
  goto_cadence_step: () => ({ step_key: 'again' }),
  skip_cadence_step: () => ({}),
  restart_cadence: () => ({}),
  call_webhook: () => ({ url: 'https://example.com/hook' }),
  notify_user: () => ({ role: 'owner', text: 'Look' }),
  create_task: () => ({ title: 'Call' }),
  record_conversion: ({ conversion }) => ({ conversion_type_id: conversion, amount: 12.5 }),
  opt_out: () => ({ channels: ['sms'] }),
  pause_workflow: () => ({}),
  resume_workflow: () => ({}),
};
