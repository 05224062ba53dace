import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { admin, adminJson } from '../../support/admin.js';
import { addSender } from '../../support/agents.js';
import { type TestAccount, useApi } from '../../support/api.js';

const api = useApi();
const folder = mkdtempSync(path.join(tmpdir(), 'agents-'));
const at = (name: string) => path.join(folder, name);
let account: TestAccount;

beforeAll(async () => {
  account = await api.account({ timezone: 'Europe/Madrid' });
  await addSender(api.db, account.accountId);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** One of every kind of step, and everything else that isn't a default. */
const AGENT = {
  name: 'Nachfaßen “Köln” 2026',
  goal_type: 'sale',
  is_active: false,
  timezone: 'America/Bogota',
  statuses: [
    { key: 'new', label: 'New', category: 'open', is_initial: true, color: '#00ff00' },
    { key: 'won', label: 'Won', category: 'won', is_terminal: true },
  ],
  fields: [{ key: 'budget', label: 'Budget', type: 'number', required: true, ask_prompt: 'How much?' }],
  cadence: {
    window: { timezone: 'lead', days: { mon: [['09:00', '17:00']], tue: [['10:00', '12:00']] } },
    steps: [
      {
        key: 'hello',
        type: 'message',
        channel: 'email',
        subject: 'Hi {{lead.first_name}}',
        content: 'Grüße — 你好 {{lead.first_name}}',
      },
      { key: 'rest', type: 'wait', delay: { type: 'after', amount: 2, unit: 'days' } },
      {
        key: 'fork',
        type: 'branch',
        conditions: [{ field: 'engagement.inbound_count', operator: 'gt', value: 0 }],
        then: 'mark',
        else: 'done',
      },
      { key: 'mark', type: 'set', actions: [{ type: 'add_tag', params: { tags: ['warm'] } }] },
      { key: 'done', type: 'exit', reason: 'Finished.' },
    ],
  },
  exit: { on_reply: 'pause', on_hard_bounce: 'stop' },
  reenrollment: { policy: 'restart', cooldown_days: 30, max_entries: 3 },
  limits: { per_lead: { per_day: 2 }, max_new_per_day: 50, require_consent: ['whatsapp'] },
  handoff: { keywords: ['human'], auto_resume_after_minutes: 60 },
};

interface Imported {
  file: string;
  workflow_id: string;
  version: number;
  warnings: string[];
}

describe('agents as files', () => {
  it('come back from an import byte by byte as they were exported', async () => {
    const made = await account.request('post', '/workflows').send(AGENT);
    expect(made.body).toMatchObject({ success: true });
    const id: string = made.body.workflow.id;
    await adminJson('agents', 'export', '--account', account.accountId, '--workflow', id, '--file', at('a.json'));
    const [copy] = await adminJson<Imported[]>('agents', 'import', at('a.json'), '--account', account.accountId);
    expect(copy?.workflow_id).not.toBe(id);
    await adminJson(
      ...['agents', 'export', '--account', account.accountId, '--workflow', String(copy?.workflow_id)],
      ...['--file', at('b.json')],
    );
    expect(readFileSync(at('b.json'), 'utf8')).toBe(readFileSync(at('a.json'), 'utf8'));

    const read = async (workflow: string) => (await account.request('get', `/workflows/${workflow}`)).body.workflow;
    const own = { id: null, created_at: null, updated_at: null };
    expect({ ...(await read(String(copy?.workflow_id))), ...own }).toEqual({ ...(await read(id)), ...own });
  });

  it('go to another account whole, all of them or none', async () => {
    const other = await api.account();
    const dir = at('all');
    const written = await adminJson<{ file: string }[]>(
      'agents',
      'export',
      '--account',
      account.accountId,
      '--dir',
      dir,
    );
    const files = readdirSync(dir).map((name) => path.join(dir, name));
    expect(files.length).toBe(written.length);
    const bad = at('bad.json');
    writeFileSync(
      bad,
      JSON.stringify({ ...AGENT, cadence: { steps: [{ key: 'x', type: 'message', colour: 'red' }] } }),
    );
    const refused = await admin(['agents', 'import', ...files, bad, '--account', other.accountId, '--json']);
    expect(refused.code).toBe(2);
    expect(refused.output).toBe('');
    expect(JSON.parse(refused.errors)).toMatchObject({ code: 'VALIDATION_ERROR', field: '/cadence/steps/0/colour' });
    expect((await other.request('get', '/workflows')).body.workflows).toEqual([]);

    const imported = await adminJson<Imported[]>('agents', 'import', ...files, '--account', other.accountId);
    expect(imported.map(({ file }) => file)).toEqual(files);
    expect(await api.db('agents').where({ account_id: other.accountId })).toHaveLength(files.length);
  });

  it('makes an agent what its file says, and publishes it, repeatably', async () => {
    const simple = {
      name: 'Simple',
      cadence: { steps: [{ key: 'a', type: 'message', subject: 'Hi', content: 'Hello' }] },
    };
    writeFileSync(at('simple.json'), JSON.stringify(simple));
    const made = await account.request('post', '/workflows').send(AGENT);
    const target = ['--account', account.accountId, '--workflow', made.body.workflow.id];
    const [first] = await adminJson<Imported[]>('agents', 'import', at('simple.json'), ...target, '--publish');
    expect(first).toMatchObject({ workflow_id: made.body.workflow.id, version: 1 });
    const [again] = await adminJson<Imported[]>('agents', 'import', at('simple.json'), ...target, '--publish');
    expect(again?.version).toBe(1);
    const draft = await adminJson<Record<string, unknown>>('agents', 'export', ...target);
    const published = await adminJson<Record<string, unknown>>('agents', 'export', ...target, '--published');
    expect(published).toEqual(draft);
    expect(draft).toMatchObject({
      name: 'Simple',
      goal_type: 'custom',
      is_active: true,
      timezone: 'Europe/Madrid',
      fields: [],
    });
  });

  it('--check tells what would be refused and changes nothing', async () => {
    const other = await api.account();
    const steps = [{ key: 'a', type: 'message', subject: 'Hi', content: 'Hello {{ lead.first_name' }];
    writeFileSync(at('unfinished.json'), JSON.stringify({ name: 'U', cadence: { steps } }));
    writeFileSync(at('doubled.json'), '{"name":"a","name":"b","cadence":{"steps":[]}}');
    writeFileSync(
      at('good.json'),
      JSON.stringify({
        name: 'G',
        cadence: { steps: [{ key: 'a', type: 'message', subject: 'Hi', content: 'Hello' }] },
      }),
    );
    const check = (file: string, ...more: string[]) =>
      admin(['agents', 'import', at(file), '--account', other.accountId, '--check', '--json', ...more]);
    const [unfinished, doubled, unsent, good] = await Promise.all([
      check('unfinished.json', '--publish'),
      check('doubled.json'),
      check('good.json', '--publish'),
      check('good.json'),
    ]);
    expect(JSON.parse(unfinished.errors)).toMatchObject({
      code: 'VALIDATION_ERROR',
      field: '/cadence/steps/0/content',
    });
    expect(JSON.parse(doubled.errors).error).toContain('doubled.json');
    expect(JSON.parse(unsent.errors)).toMatchObject({
      code: 'CHANNEL_NOT_CONFIGURED',
      field: '/cadence/steps/0/channel',
    });
    expect([unfinished.code, doubled.code, unsent.code, good.code]).toEqual([2, 2, 2, 0]);
    expect(JSON.parse(good.output)).toMatchObject([{ workflow_id: null, name: 'G', version: 0 }]);
    expect(await api.db('agents').where({ account_id: other.accountId })).toEqual([]);
  });
});
