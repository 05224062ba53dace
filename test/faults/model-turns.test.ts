import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createChatFixture, type Visitor } from './support/chat-fixture.js';
import { holdingTransaction } from './support/database.js';
import { atPlace, placesAround } from './support/kill-points.js';
import type { Program } from './support/program.js';
import { until } from './support/random.js';
import { useRig } from './support/rig.js';

const rig = useRig({ name: 'model-turns', watched: true, env: { MODEL_PRIVATE_HOSTS: '127.0.0.1:*' } });

let fixture: Awaited<ReturnType<typeof createChatFixture>>;
beforeAll(async () => {
  fixture = await createChatFixture(rig);
}, 120_000);
afterAll(() => fixture?.stop());

/** Waits until a statement waits for a locked row. */
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
    const visitors = await Promise.all(Array.from({ length: 4 }, () => fixture.visitor()));
    // Asked for the first time, told of what it asked for, about to commit, and committed without Temporal hearing of it.
    const [, , committing, committed] = visitors as [Visitor, Visitor, Visitor, Visitor];
    const holds = visitors.map((visitor, at) => fixture.holdAt(visitor, at === 0 ? 1 : 2));
    for (const visitor of visitors)
      expect(await fixture.say(visitor)).toMatchObject({ status: 200, body: { status: 'pending' } });
    await Promise.all(holds.map((hold) => hold.standing()));

    const locked = await holdingTransaction(rig);
    const { id } = (await fixture.conversationOf(committing)) as { id: string };
    await locked('conversations').where({ id }).forUpdate().first();
    holds[2]?.release();
    await waitsForLock();

    rig.note('temporal', 'SIGSTOP');
    rig.temporal.signal('SIGSTOP');
    holds[3]?.release();
    await until(
      'the turn is committed',
      async () => {
        const row = await fixture.conversationOf(committed);
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
    for (const visitor of visitors) await fixture.expectAnsweredOnce(visitor);
  }, 180_000);
});

describe('the worker, killed between a booking and its answer', () => {
  it('leaves the visitor with one meeting and one answer', async () => {
    const visitor = await fixture.visitor();
    await fixture.say(visitor);
    await fixture.expectAnsweredOnce(visitor);
    const { hold, turnId } = await fixture.book(visitor);
    rig.note('worker', 'SIGKILL');
    await (rig.workers[0] as Program).kill();
    hold.release();
    const answers = await until(
      'the booking is answered',
      async () => {
        const row = await fixture.conversationOf(visitor);
        const found = await rig.db('conversation_messages').where({ conversation_id: row?.id ?? '', answers: turnId });
        return found.length > 0 ? found : undefined;
      },
      60_000,
    );
    expect(answers).toHaveLength(1);
    const { lead_id } = (await fixture.conversationOf(visitor)) as { lead_id: string };
    expect(await rig.db('meetings').where({ lead_id })).toHaveLength(1);
    const turns = await rig.db('agent_turns').where({ account_id: fixture.account.accountId, booked: 1 });
    expect(turns).toHaveLength(1);
  }, 180_000);
});

describe('the API, killed while it takes what a model answers', () => {
  it.each(placesAround(/^insert into `conversation_messages`/i))(
    '%s: it is said again, and answered once',
    async (_, { stands, ...place }) => {
      const visitor = await fixture.visitor();
      const { status } = await atPlace(
        rig,
        place,
        (base) => fixture.say(visitor, base),
        () => {
          rig.note('api-watched', 'SIGKILL');
          return rig.watched.api.kill();
        },
      );
      expect(status).toBe(0);
      expect((await fixture.conversationOf(visitor)) !== undefined).toBe(stands);
      await fixture.sayPatiently(visitor);
      await fixture.expectAnsweredOnce(visitor);
    },
    120_000,
  );
});

describe('a turn of a model', () => {
  it('is taken once where MySQL is killed while it thinks', async () => {
    const visitor = await fixture.visitor();
    const hold = fixture.holdAt(visitor, 2);
    await fixture.say(visitor);
    await hold.standing();
    rig.note('mysql', 'SIGKILL');
    await rig.mysql.kill();
    hold.release();
    await rig.mysql.start();
    await fixture.expectAnsweredOnce(visitor);
  }, 120_000);

  it('waits where Temporal is away, and is taken once it is back', async () => {
    rig.note('temporal', 'SIGKILL');
    await rig.temporal.kill();
    const visitor = await fixture.visitor();
    expect(await fixture.say(visitor)).toMatchObject({ status: 200, body: { status: 'pending', messages: [] } });
    await rig.temporal.start();
    await fixture.expectAnsweredOnce(visitor);
  }, 120_000);
});
