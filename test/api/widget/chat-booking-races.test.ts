import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ReceiveResult } from '../../../services/conversations/receive.js';
import { useApi } from '../../support/api.js';
import { castOf, EVALS, stage, stageClock, visitorOf } from '../../support/conversations.js';

const api = useApi({}, { clock: stageClock });
beforeAll(() => {
  stage.now = Date.parse(EVALS.reading.defaults.now);
});

describe('one time that many visitors pick at once', () => {
  it('goes to one lead, and each of the others is notified and offered other times', async () => {
    const cast = await castOf(api, { agent: 'solar' });
    const visitors = await Promise.all(
      Array.from({ length: 10 }, async (_, n) => {
        const visitor = visitorOf(api, cast);
        await visitor.send({ text: `I am Kim Doe, kim${n}@example.com, the roof has 80 m2` });
        const { id } = await visitor.seat();
        const [first] = await api.db('offered_slots').where({ conversation_id: id }).orderBy('starts_at');
        return { ...visitor, id, first: first! };
      }),
    );
    expect(new Set(visitors.map(({ first }) => first.starts_at.getTime())).size).toBe(1);
    const answers = await Promise.all(
      visitors.map(({ send, first }) => send({ choice: { type: 'book_meeting', slot_id: first.slot_id } })),
    );
    const meetings = await api.db('meetings').where({ account_id: cast.account.accountId });
    expect(meetings).toHaveLength(1);
    const seats = await Promise.all(visitors.map(({ seat: conversation }) => conversation()));
    const others = answers.filter((_, n) => seats[n]?.lead_id !== meetings[0]?.lead_id);
    expect(others).toHaveLength(9);
    for (const answer of others) {
      const { outcome, messages } = answer as Exclude<ReceiveResult, { outcome: 'reused' }>;
      expect([outcome, messages.map(({ text }) => text?.split('\n')[0])]).toEqual([
        'answered',
        ['That time has just gone.'],
      ]);
      const offered = messages.flatMap(({ actions }) => actions.filter(({ type }) => type === 'book_meeting'));
      expect(offered).toHaveLength(1);
      expect(JSON.stringify(offered)).not.toContain(meetings[0]?.starts_at.toISOString());
    }
  });
});
