import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { addSender, publishAgent } from '../support/agents.js';
import { eventually, useService } from '../support/service.js';

const service = useService({ PAYLOAD_ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}` });

interface Found {
  path: string;
  encoding: string;
  data: string;
}

const isBytes = (value: unknown): value is Uint8Array => value instanceof Uint8Array || Buffer.isBuffer(value);

/** Lists every payload below a value with its path. */
function payloadsIn(value: unknown, path = ''): Found[] {
  if (typeof value !== 'object' || value === null || isBytes(value)) return [];
  const { metadata, data } = value as { metadata?: Record<string, unknown>; data?: unknown };
  if (metadata && isBytes(metadata.encoding)) {
    const [encoding, text] = [metadata.encoding, data].map((bytes) => Buffer.from((bytes ?? []) as Uint8Array));
    return [{ path, encoding: String(encoding), data: (text as Buffer).toString('latin1') }];
  }
  return Object.entries(value).flatMap(([name, child]) => payloadsIn(child, `${path}/${name}`));
}

/** Search attributes are for searching: ids and kinds, which Temporal has to read. */
const isSearchable = ({ path }: Found) => path.includes('earchAttributes');

async function enrolled(seconds = 1) {
  const account = await service.account();
  await addSender(service.db, account.accountId);
  const workflow_id = await publishAgent(service.db, account.accountId, [
    { type: 'message', subject: 'A subject', content: 'Hi {{lead.first_name}}' },
    {
      key: 'two',
      type: 'message',
      subject: 'Two',
      content: 'Hi',
      delay: { type: 'after', amount: seconds, unit: 'seconds' },
    },
  ]);
  const answer = await account
    .request('post', '/leads')
    .send({ first_name: 'Ada', email: 'ada@example.com', workflow_id })
    .expect(201);
  const runId: string = answer.body.workflow_run.id;
  /** Has the run's next step due now instead of in an hour. */
  const hasten = () =>
    account
      .request('post', '/workflow-runs/bulk')
      .send({ filter: { workflow_run_ids: [runId] }, operation: 'shift', shift_minutes: -60 })
      .expect(200);
  return { runId, hasten, handle: service.client.workflow.getHandle(`cadence/${runId}`) };
}

const completed = (runId: string) =>
  eventually(async () => {
    const run = (await service.db('agent_runs').where({ id: runId }).first())!;
    return run.run_status === 'completed' ? run : undefined;
  });

describe('with PAYLOAD_ENCRYPTION_KEYS', () => {
  it('a cadence runs to its end, and its history holds no readable payload', async () => {
    const { runId, handle } = await enrolled();
    await completed(runId);
    expect(await handle.result()).toMatchObject({ runStatus: 'completed' });
    const payloads = payloadsIn((await handle.fetchHistory()).events);
    const sealed = payloads.filter((payload) => !isSearchable(payload));
    expect(sealed.length).toBeGreaterThanOrEqual(6);
    expect(sealed.filter(({ encoding }) => encoding !== 'binary/encrypted')).toEqual([]);
    for (const { data } of sealed) expect(data).not.toMatch(/agentRunId|sleepUntil|completed|Ada|subject/);
    for (const { data } of payloads.filter(isSearchable)) expect(data).toMatch(/^"[\w-]+"$|^\["[\w-]+"\]$/);
    const { raw } = await handle.describe();
    const memo = payloadsIn(raw.workflowExecutionInfo?.memo);
    expect(memo.filter(({ encoding }) => encoding !== 'binary/encrypted')).toEqual([]);
  });

  it('error messages are encrypted too, and the cadence continues when their cause is fixed', async () => {
    const { runId, hasten, handle } = await enrolled(3_600);
    await eventually(async () =>
      (await service.db('agent_runs').where({ id: runId, step_key: 'two' }).first('id')) ? true : undefined,
    );
    const cadence = await service.db.transaction(async (tx) => {
      const row = (await tx('agent_runs').where({ id: runId }).forUpdate().first())!;
      await tx('agent_runs').where({ id: runId }).update({ cadence: 'a damaged row' });
      return row.cadence;
    });
    await handle.signal('wake', { reason: 'test' });
    const failure = await eventually(async () => {
      const { raw } = await handle.describe().catch(() => ({ raw: undefined }));
      return raw?.pendingActivities?.[0]?.lastFailure ?? undefined;
    });
    expect(failure.message).toBe('Encoded failure');
    expect(failure.stackTrace ?? '').toBe('');
    expect(JSON.stringify(failure)).not.toContain('damaged');
    expect(payloadsIn(failure).map(({ encoding }) => encoding)).toEqual(['binary/encrypted']);
    await service.db('agent_runs').where({ id: runId }).update({ cadence });
    await hasten();
    await completed(runId);
  });
});
