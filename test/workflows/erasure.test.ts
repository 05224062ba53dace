import { describe, expect, it } from '@jest/globals';
import { inWork } from '../../db/work.js';
import { newId } from '../../runtime/ids.js';
import { wakeErasures } from '../../services/instructions/leads.js';
import type { TestAccount } from '../support/api.js';
import { eventually, useService } from '../support/service.js';
import { workOn } from '../support/work.js';

const service = useService();

/** Ends the wait of an erasure, as time would. */
async function search(leadId: string) {
  const erasure = (await service.db('erasures').where({ lead_id: leadId }).first())!;
  await service.db('erasures').where({ id: erasure.id }).update({ search_from: erasure.requested_at });
  const work = { ...workOn(service.db), dispatch: service.dispatcher.offer };
  await inWork(work, (open) => wakeErasures(open, [erasure], 'test'));
  return erasure;
}

/** Values of a function, most of which name the person. */
const addValues = (accountId: string, email: string, count: number) =>
  service.db('function_values').insert(
    Array.from({ length: count }, (_, at) => ({
      account_id: accountId,
      function_id: newId(),
      name: `n${at}`,
      created_at: new Date(),
      updated_at: new Date(),
      value: JSON.stringify(at === 0 ? 'kept' : { email }),
    })),
  );

const leadOf = async (account: TestAccount, email: string): Promise<string> =>
  (await account.request('post', '/leads').send({ first_name: 'Ana', email }).expect(201)).body.lead.id;

describe('an erasure on Temporal', () => {
  it('waits for requests in flight, searches the account and ends, with IDs alone in its history', async () => {
    const account = await service.account();
    const email = `${newId()}@example.com`;
    const leadId = await leadOf(account, email);
    await addValues(account.accountId, email, 3);
    await account.request('post', `/leads/${leadId}/erase`).expect(200);
    await account.request('get', `/leads/${leadId}`).expect(410);
    const { id } = await search(leadId);
    await service.resultOf(`erasure/${id}`);
    expect(await service.db('erasures').where({ id }).first()).toMatchObject({
      finished_at: expect.any(Date),
      erased_count: 2,
      marks: null,
    });
    const values = await service.db('function_values').where({ account_id: account.accountId }).pluck('value');
    expect(values).toEqual(['"kept"']);
    const { events } = await service.client.workflow.getHandle(`erasure/${id}`).fetchHistory();
    expect(JSON.stringify(events)).not.toContain(email);
  });

  it('is finished by other workers when those that search are lost between two pieces', async () => {
    const account = await service.account();
    const email = `${newId()}@example.com`;
    const leadId = await leadOf(account, email);
    await addValues(account.accountId, email, 1_001);
    await account.request('post', `/leads/${leadId}/erase`).expect(200);
    const named = async () => {
      const rows = await service.db('function_values').where({ account_id: account.accountId }).pluck('value');
      return rows.filter((value) => value.includes(email)).length;
    };
    // The third piece waits for one of its rows, and its workers end before they get it.
    const keys = await service
      .db('function_values')
      .where({ account_id: account.accountId })
      .orderBy(['function_id', 'name'])
      .offset(450)
      .first('function_id', 'name');
    const holder = await service.db.transaction();
    await holder('function_values')
      .where({ account_id: account.accountId, ...keys })
      .forUpdate()
      .first();
    const { id } = await search(leadId);
    await eventually(async () => ((await named()) <= 601 ? true : undefined));
    await service.replaceWorkers(async () => {
      await holder.rollback();
    });
    await service.resultOf(`erasure/${id}`);
    expect(await named()).toBe(0);
    const [row] = await service.db('erasures').where({ id });
    expect(row).toMatchObject({ finished_at: expect.any(Date), erased_count: 1_000, looked_count: expect.any(Number) });
  });
});
