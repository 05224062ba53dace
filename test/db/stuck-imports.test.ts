import { describe, expect, it } from '@jest/globals';
import { restartStuckImports } from '../../services/imports/restart.js';
import { useApi } from '../support/api.js';
import { FILE, imported, sendCsv } from '../support/imports.js';
import { workOn } from '../support/work.js';

const api = useApi();
const HOUR_MS = 3_600_000;

describe('an import whose workflow is gone', () => {
  const ageImport = (id: string) =>
    api
      .db('imports')
      .where({ id })
      .update({ updated_at: new Date(Date.now() - HOUR_MS) });
  const instructions = async (accountId: string) =>
    (await api.db('outbox').where({ account_id: accountId }).orderBy('id')).map(({ workflow_id, args }) => ({
      workflow_id,
      again: JSON.parse(args).again ?? false,
    }));

  it('is started again after minutes without progress, as is its undo, each once', async () => {
    const account = await api.account();
    const queued = (await sendCsv(account, FILE)).body.import.id as string;
    const done = await imported(api, account, FILE.replaceAll('example.com', 'example.org'));
    await account.request('post', `/imports/${done.id}/undo`);
    await api.db('outbox').where({ account_id: account.accountId }).delete();
    await restartStuckImports(workOn(api.db));
    expect(await instructions(account.accountId)).toEqual([]);
    await ageImport(queued);
    await ageImport(done.id);
    await restartStuckImports(workOn(api.db));
    await restartStuckImports(workOn(api.db));
    expect(await instructions(account.accountId)).toEqual(
      expect.arrayContaining([
        { workflow_id: `import/${queued}`, again: true },
        { workflow_id: `import/${done.id}/undo`, again: true },
      ]),
    );
    expect(await instructions(account.accountId)).toHaveLength(2);
  });

  it('is left alone once it has ended', async () => {
    const account = await api.account();
    const done = await imported(api, account, FILE);
    await api.db('outbox').where({ account_id: account.accountId }).delete();
    await ageImport(done.id);
    await restartStuckImports(workOn(api.db));
    expect(await instructions(account.accountId)).toEqual([]);
  });
});
