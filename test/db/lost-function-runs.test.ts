import { describe, expect, it } from '@jest/globals';
import { insertFunctionRuns } from '../../db/functions/runs.js';
import type { FunctionRow } from '../../db/tables.js';
import { restartLostRuns } from '../../services/functions/restart-lost.js';
import { pendingRun } from '../../services/rules/run-function.js';
import { useApi } from '../support/api.js';
import { workOn } from '../support/work.js';

const api = useApi();
const MINUTE_MS = 60_000;

describe('function runs without a worker', () => {
  it('are asked for again, or forgotten with the request that waited for them', async () => {
    const account = await api.account();
    const source = 'export default () => 1;';
    const created = await account.request('post', '/cloud-functions').send({ name: 'F', source }).expect(201);
    const fn = { id: created.body.function.id, account_id: account.accountId, source_version: 1 } as FunctionRow;
    const now = new Date();
    const made = (minutesAgo: number, cause: string | null, fireId: string | null = null) =>
      pendingRun(new Date(now.getTime() - minutesAgo * MINUTE_MS), {
        fn,
        triggerEvent: 'api',
        ctx: {},
        dryRun: cause === null,
        dedupKey: cause,
        fireId,
      });
    const [waited, late, fresh, fired] = [made(6, null), made(6, 'late'), made(1, 'new'), made(60, 'fire', fn.id)];
    await insertFunctionRuns(api.db, [waited, late, fresh, fired]);
    expect(await restartLostRuns(workOn(api.db, () => now))).toBeGreaterThanOrEqual(1);
    const asked = await api.db('outbox').where({ account_id: account.accountId, kind: 'workflow' });
    expect(asked.map(({ workflow_id }) => workflow_id)).toEqual([`function-run/${late.id}`]);
    expect(JSON.parse(asked[0]!.args)).toMatchObject({ again: true, queue: 'functions' });
    const left = await api.db('function_runs').where({ function_id: fn.id }).pluck('id');
    expect(left.sort()).toEqual([late.id, fresh.id, fired.id].sort());
  });
});
