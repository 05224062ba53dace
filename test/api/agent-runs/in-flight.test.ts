import { describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { createUnsubscribeLinks } from '../../../services/messages/mail-links.js';
import { TEST_SECRET, useApi } from '../../support/api.js';
import { ACCEPTED, claimedRun } from '../../support/claims.js';
import { eventually } from '../../support/eventually.js';
import { addAgent, addRun } from '../../support/messaging.js';

const api = useApi();
const links = createUnsubscribeLinks([TEST_SECRET], 'http://las.test');
type Fixture = Awaited<ReturnType<typeof claimedRun>>;

const bulk = ({ account, runId }: Fixture, operation: string) =>
  account.request('post', '/workflow-runs/bulk').send({ filter: { workflow_run_ids: [runId] }, operation });

/** Every request that ends or pauses a run, or takes its lead out of a channel, and whose answer can name messages. */
const ENDPOINTS: [string, (fixture: Fixture) => PromiseLike<supertest.Response>][] = [
  [
    'automation/stop',
    ({ account, lead, runId }) =>
      account.request('post', `/leads/${lead.id}/automation/stop`).send({ workflow_run_id: runId }),
  ],
  ['a bulk pause', (fixture) => bulk(fixture, 'pause')],
  ['a bulk stop', (fixture) => bulk(fixture, 'stop')],
  [
    'a terminal status',
    ({ account, lead }) => account.request('post', `/leads/${lead.id}/status`).send({ status_key: 'lost' }),
  ],
  [
    'the assignment to another workflow',
    async ({ account, lead }) => {
      const workflow_id = await addAgent(api, account);
      return account.request('post', `/leads/${lead.id}/assign-workflow`).send({ workflow_id });
    },
  ],
  [
    'an opt-out',
    ({ account, lead }) => account.request('patch', `/leads/${lead.id}`).send({ consent: { email: 'opted_out' } }),
  ],
  ['an erasure', ({ account, lead }) => account.request('post', `/leads/${lead.id}/erase`).send({})],
];

/** Those whose answer has no place for it. */
const SILENT_DOORS: typeof ENDPOINTS = [
  ['a deletion', ({ account, lead }) => account.request('delete', `/leads/${lead.id}`)],
  [
    'an unsubscribe link',
    ({ account, lead }) => supertest(api.app).post(new URL(links.urlFor(account.accountId, lead.id)).pathname),
  ],
];

describe('what ends or pauses a run while its message is with the provider', () => {
  it('answers after two seconds and names the message that may still leave', async () => {
    const named = await Promise.all(
      ENDPOINTS.map(async ([name, endpoint]) => {
        const fixture = await claimedRun(api);
        const { status, body } = await endpoint(fixture);
        return [name, status < 300, body.in_flight?.[0] === fixture.messageId];
      }),
    );
    expect(named).toEqual(ENDPOINTS.map(([name]) => [name, true, true]));
  });

  it.each([...ENDPOINTS, ...SILENT_DOORS])('%s is answered only when the message has left', async (_name, endpoint) => {
    const fixture = await claimedRun(api);
    let answered = false;
    const answer = Promise.resolve(endpoint(fixture)).finally(() => {
      answered = true;
    });
    await eventually(() => api.db('events').where({ lead_id: fixture.lead.id }).first());
    expect(answered).toBe(false);
    await fixture.record(ACCEPTED);
    const { status, body } = await answer;
    expect([status < 300, body.in_flight ?? []]).toEqual([true, []]);
  });

  it('names it also when the same is asked for again, under a key or without', async () => {
    const fixture = await claimedRun(api);
    const stop = () =>
      fixture.account.request('post', `/leads/${fixture.lead.id}/status`).set('Idempotency-Key', 'k').send({
        status_key: 'lost',
      });
    const first = await stop();
    expect(first.body.in_flight).toEqual([fixture.messageId]);
    expect((await stop()).body).toEqual(first.body);
    const paused = await claimedRun(api);
    await bulk(paused, 'pause');
    const again = await bulk(paused, 'pause');
    expect(again.body).toMatchObject({ changed: 0, in_flight: [paused.messageId] });
  });

  it('waits for nothing where nothing is on its way', async () => {
    const fixture = await claimedRun(api);
    await fixture.record(ACCEPTED);
    const { body } = await bulk(fixture, 'stop');
    expect(body).toMatchObject({ changed: 1, in_flight: [] });
    const { id } = await addRun(api.db, fixture.lead, await addAgent(api, fixture.account));
    const status = await fixture.account
      .request('post', `/leads/${fixture.lead.id}/status`)
      .send({ status_key: 'lost' });
    expect(status.body.workflow_run.id).toBe(id);
    expect(status.body).not.toHaveProperty('in_flight');
  });
});
