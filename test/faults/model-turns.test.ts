import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openChatDesk, type Visitor } from './support/chat-desk.js';
import { holdingTransaction } from './support/database.js';
import { atPlace, placesAround } from './support/kill-points.js';
import type { Program } from './support/program.js';
import { until } from './support/random.js';
import { useRig } from './support/rig.js';

const rig = useRig({ name: 'model-turns', watched: true, env: { MODEL_PRIVATE_HOSTS: '127.0.0.1' } });

let desk: Awaited<ReturnType<typeof openChatDesk>>;
beforeAll(async () => {
  desk = await openChatDesk(rig);
}, 120_000);
afterAll(() => desk?.stop());

/** Waits until a statement waits for a row that somebody has locked. */
const waitsForLock = () =>
  until(
    'the commit waits for the row',
    async () => {
      const [rows] = await rig.db.raw("SELECT 1 FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'");
      return rows.length > 0 ? true : undefined;
    },
    20_000,
  );

describe('the worker, killed in the middle of turns of a model', () => {
  it('each is taken once, by whichever point it stood at', async () => {
    const visitors = await Promise.all(Array.from({ length: 4 }, () => desk.visitor()));
    // Asked for the first time, told of what it asked for, about to commit, and committed without Temporal hearing of it.
    const [, , committing, committed] = visitors as [Visitor, Visitor, Visitor, Visitor];
    const holds = visitors.map((visitor, at) => desk.holdAt(visitor, at === 0 ? 1 : 2));
    for (const visitor of visitors)
      expect(await desk.say(visitor)).toMatchObject({ status: 200, body: { status: 'pending' } });
    await Promise.all(holds.map((hold) => hold.standing()));

    const locked = await holdingTransaction(rig);
    const { id } = (await desk.conversationOf(committing)) as { id: string };
    await locked('conversations').where({ id }).forUpdate().first();
    holds[2]?.release();
    await waitsForLock();

    rig.note('temporal', 'SIGSTOP');
    rig.temporal.signal('SIGSTOP');
    holds[3]?.release();
    await until(
      'the turn is committed',
      async () => {
        const row = await desk.conversationOf(committed);
        return (
          (await rig
            .db('agent_turns')
            .where({ conversation_id: row?.id ?? '' })
            .first()) && true
        );
      },
      20_000,
    );

    rig.note('worker-1', 'SIGKILL');
    await (rig.workers[0] as Program).kill();
    rig.temporal.signal('SIGCONT');
    await locked.rollback();
    for (const hold of holds) hold.release();
    for (const visitor of visitors) await desk.expectAnsweredOnce(visitor);
  }, 180_000);
});

describe('the worker, killed between a booking and its answer', () => {
  it('leaves the visitor with one meeting and one answer', async () => {
    const visitor = await desk.visitor();
    await desk.say(visitor);
    await desk.expectAnsweredOnce(visitor);
    const { hold, turnId } = await desk.book(visitor);
    rig.note('worker', 'SIGKILL');
    await (rig.workers[0] as Program).kill();
    hold.release();
    const answers = await until(
      'the booking is answered',
      async () => {
        const row = await desk.conversationOf(visitor);
        const found = await rig.db('conversation_messages').where({ conversation_id: row?.id ?? '', answers: turnId });
        return found.length > 0 ? found : undefined;
      },
      60_000,
    );
    expect(answers).toHaveLength(1);
    const { lead_id } = (await desk.conversationOf(visitor)) as { lead_id: string };
    expect(await rig.db('meetings').where({ lead_id })).toHaveLength(1);
    const turns = await rig.db('agent_turns').where({ account_id: desk.account.accountId, booked: 1 });
    expect(turns).toHaveLength(1);
  }, 180_000);
});

describe('the API, killed while it takes what a model answers', () => {
  it.each(placesAround(/^insert into `conversation_messages`/i))(
    '%s: it is said again, and answered once',
    async (_, { stands, ...place }) => {
      const visitor = await desk.visitor();
      const { status } = await atPlace(
        rig,
        place,
        (base) => desk.say(visitor, base),
        () => {
          rig.note('api-watched', 'SIGKILL');
          return rig.watched.api.kill();
        },
      );
      expect(status).toBe(0);
      expect((await desk.conversationOf(visitor)) !== undefined).toBe(stands);
      await desk.sayPatiently(visitor);
      await desk.expectAnsweredOnce(visitor);
    },
    120_000,
  );
});

describe('a turn of a model', () => {
  it('is taken once where MySQL is killed while it thinks', async () => {
    const visitor = await desk.visitor();
    const hold = desk.holdAt(visitor, 2);
    await desk.say(visitor);
    await hold.standing();
    rig.note('mysql', 'SIGKILL');
    await rig.mysql.kill();
    hold.release();
    await rig.mysql.start();
    await desk.expectAnsweredOnce(visitor);
  }, 120_000);

  it('waits where Temporal is away, and is taken once it is back', async () => {
    rig.note('temporal', 'SIGKILL');
    await rig.temporal.kill();
    const visitor = await desk.visitor();
    expect(await desk.say(visitor)).toMatchObject({ status: 200, body: { status: 'pending', messages: [] } });
    await rig.temporal.start();
    await desk.expectAnsweredOnce(visitor);
  }, 120_000);
});
