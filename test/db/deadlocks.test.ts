import { describe, expect, it } from '@jest/globals';
import { inTransaction } from '../../db/connection.js';
import { useApi } from '../support/api.js';

const api = useApi();

describe('two units of work that lock each other out', () => {
  it('are both done, each once and as a whole: the one that gives way runs again', async () => {
    const account = await api.account();
    const lead = async (): Promise<string> =>
      (await account.request('post', '/leads').send({ first_name: 'Ada' }).expect(201)).body.lead.id;
    const [one, other] = [await lead(), await lead()];
    let standing = 0;
    let bothStand = () => {};
    const both = new Promise<void>((resolve) => (bothStand = resolve));
    let runs = 0;
    const change = (...ids: string[]) =>
      inTransaction(api.db, async (tx) => {
        runs += 1;
        for (const id of ids) {
          await tx('leads')
            .where({ id })
            .update({ first_name: tx.raw(`CONCAT(first_name, '!')`) });
          standing += 1;
          if (standing === 2) bothStand();
          await both;
        }
      });
    await Promise.all([change(one, other), change(other, one)]);
    expect(runs).toBe(3);
    const names = await api.db('leads').whereIn('id', [one, other]).pluck('first_name');
    expect(names).toEqual(['Ada!!', 'Ada!!']);
  });
});
