import { readdirSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { newId } from '../../runtime/ids.js';
import type { Answer } from './support/client.js';
import { expectInvariants } from './support/invariants.js';
import type { Program } from './support/program.js';
import type { Line } from './support/proxy.js';
import { bound, inParallel, pass, size, until } from './support/random.js';
import { mail, type RigAccount, useRig } from './support/rig.js';

const rig = useRig({ name: 'network', proxied: true });
const api = () => rig.apis[0] as Program;

const sockets = (): number =>
  process.platform === 'linux' ? readdirSync(`/proc/${api().pid}/fd`).length : rig.proxy.open;

const create = (account: RigAccount): Promise<Answer> =>
  account.request('POST', '/leads', {
    body: { first_name: 'Ada', email: `${newId()}@example.com`, workflow_id: account.agentId },
    timeoutMs: bound(20_000),
  });

const works = (account: RigAccount) =>
  until(
    'writes and reads succeed again',
    async () => {
      const [write, read] = await Promise.all([create(account), account.request('GET', '/leads?limit=1')]);
      return write.status === 201 && read.status === 200 ? true : undefined;
    },
    10_000,
  );

const LINES: Record<string, Line> = {
  'answers late': { kind: 'latency', ms: 600 },
  'is slow': { kind: 'slow', bytesPerSecond: 10_000 },
  'refuses and resets connections': { kind: 'reset' },
  'swallows everything until it is mended': { kind: 'hole' },
  'is half-open: connections never learn that they are dead': { kind: 'dead' },
};

describe('the line between API and MySQL', () => {
  for (const [name, line] of Object.entries(LINES)) {
    it(`${name}: answers or 503 within three seconds, all well ten seconds after, no connection left behind`, async () => {
      const account = await rig.account([mail('Later', 3_600)]);
      await works(account);
      // A pool that is full shows a leak; an idle one hides it.
      await inParallel(20, Array.from({ length: 40 }), () => create(account));
      const before = sockets();
      rig.note('api-mysql', line.kind);
      rig.proxy.set(line);
      const ends = performance.now() + size('TOXIC_MS', 5_000);
      const answers: Answer[] = [];
      await inParallel(8, Array.from({ length: 8 }), async () => {
        while (performance.now() < ends) {
          answers.push(
            await create(account),
            await account.request('GET', '/leads?limit=1', { timeoutMs: bound(20_000) }),
          );
          await pass(100);
        }
      });
      rig.proxy.set({ kind: 'open' });
      const mended = performance.now();
      expect(
        new Set(answers.map(({ status }) => status).filter((status) => ![200, 201, 503].includes(status))),
      ).toEqual(new Set());
      expect(answers.filter(({ status, headers }) => status === 503 && !headers['retry-after'])).toEqual([]);
      expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(bound(3_200));
      await works(account);
      expect(performance.now() - mended).toBeLessThan(bound(10_000));
      await until('no more connections than before', () => (sockets() <= before + 3 ? true : undefined), 20_000);
      await expectInvariants(rig, { workflows: false });
    }, 600_000);
  }
});
