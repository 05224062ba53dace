import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { newId } from '../../runtime/ids.js';
import { isRunning } from './support/invariants.js';
import type { Program } from './support/program.js';
import { pass, until } from './support/random.js';
import { createLead, mail, useRig } from './support/rig.js';

// Everything that is ever logged, even at the level of debugging, is searched.
const rig = useRig({ name: 'erase', env: { LOG_LEVEL: 'debug' } });

const MARK = newId().slice(-12);
let made = 0;
const needle = (what: string) => {
  made += 1;
  return `${what}${made}x${MARK}`;
};

/** The files below a folder that hold the mark, in any of the forms in which bytes may be kept. */
function filesWith(folder: string, marks: readonly string[], only: (name: string) => boolean): string[] {
  const forms = marks.flatMap((mark) => [
    Buffer.from(mark),
    Buffer.from(mark, 'utf16le'),
    Buffer.from(Buffer.from(`"${mark}"`).toString('base64').slice(4, -8)),
  ]);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(only)
    .filter((name) => {
      const bytes = readFileSync(path.join(folder, name));
      return forms.some((form) => bytes.includes(form));
    });
}

const isTemporalFile = (name: string) => /^temporal\.db/.test(name);
const isLog = (name: string) => name.startsWith('logs/') && name.endsWith('.log');

/** Lists the places of the mark in the whole database. */
async function placesOf(mark: string): Promise<string[]> {
  const [columns] = (await rig.db.raw(
    `SELECT table_name AS t, column_name AS c FROM information_schema.columns WHERE table_schema = DATABASE()
     AND data_type IN ('char', 'varchar', 'text', 'mediumtext', 'longtext', 'varbinary', 'blob')`,
  )) as [{ t: string; c: string }[]];
  const places: string[] = [];
  for (const { t, c } of columns) {
    const row = await rig.db(t).whereRaw('LOCATE(?, CAST(?? AS CHAR)) > 0', [mark, c]).first(c);
    if (row !== undefined) places.push(`${t}.${c}`);
  }
  return places;
}

describe('a lead that is erased', () => {
  it('leaves nothing of forty marked texts in the database, Temporal’s file, the logs or the outbox, and gets no mail any more', async () => {
    const account = await rig.account([mail('One'), mail('Two', 6), mail('Three', 3_600)]);
    const hook = await account.request('POST', '/hooks', { body: { provider: 'email' } });
    expect(hook.status).toBe(201);
    const email = `${needle('mail')}@example.com`;
    const { leadId, runId } = await createLead(account, email, {
      first_name: needle('first'),
      last_name: needle('last'),
      company: needle('company'),
      title: needle('title'),
      source: needle('source'),
      external_id: needle('external'),
      metadata: { note: needle('metadata'), [needle('key')]: { deep: [needle('deep')] } },
      tags: ['Shared'],
    });
    while (made < 40) {
      const body = { metadata: { [`filler_${made}`]: needle('filler') } };
      expect((await account.request('PATCH', `/leads/${leadId}`, { body })).status).toBe(200);
    }
    await until('two mails left', () => (rig.sink.to(email).length === 2 ? true : undefined), 60_000);
    // Bad input is logged and answered as well; nothing of it may stay.
    await account.request('PATCH', `/leads/${leadId}`, { body: { email: `${MARK} is no address`, first_name: 7 } });
    const body = { workflow_id: account.agentId };
    await account.request('POST', `/leads/${leadId}/automation/stop`, { body: { ...body, reason: needle('reason') } });
    expect(await placesOf(MARK)).not.toEqual([]);
    expect(await isRunning(rig, runId)).toBe(true);

    const answer = await account.request('POST', `/leads/${leadId}/erase`);
    expect(answer.status).toBe(200);
    expect((await account.request('GET', `/leads/${leadId}`)).status).toBe(410);
    await until(
      'Temporal has forgotten its run',
      async () => {
        const found = await rig.client.workflow
          .getHandle(`cadence/${runId}`)
          .describe()
          .catch(() => undefined);
        return found === undefined ? true : undefined;
      },
      30_000,
    );
    await until(
      'no instruction is left',
      async () => ((await rig.db('outbox').first('id')) === undefined ? true : undefined),
      20_000,
    );
    expect(await placesOf(MARK)).toEqual([]);
    const mails = rig.sink.to(email).length;
    await pass(3_000);
    expect(rig.sink.to(email)).toHaveLength(mails);

    // Buffers are flushed, then the files themselves are searched, including freed pages.
    await Promise.all([...rig.apis, ...rig.workers].map((one: Program) => one.stop('SIGTERM')));
    await rig.temporal.kill();
    expect(filesWith(rig.dir, [MARK], isTemporalFile)).toEqual([]);
    expect(filesWith(rig.dir, [MARK], isLog)).toEqual([]);
    // The search finds what is there: the run's own id is in both.
    expect(filesWith(rig.dir, [runId], isTemporalFile)).not.toEqual([]);
    await rig.temporal.start();
  }, 300_000);
});
