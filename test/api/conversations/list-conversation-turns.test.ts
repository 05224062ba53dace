import { beforeAll, describe, expect, it } from '@jest/globals';
import type { TurnInShort } from '../../../schemas/conversations/turns.js';
import { useApi } from '../../support/api.js';
import { castOf, EVALS, stage, stageClock, visitorOf } from '../../support/conversations.js';

const api = useApi({}, { clock: stageClock });
beforeAll(() => {
  stage.now = Date.parse(EVALS.reading.defaults.now);
});

describe('GET /conversations/{id}/turns', () => {
  it('says of which messages each turn is, the silent ones too, page by page', async () => {
    const cast = await castOf(api, { agent: 'solar' });
    const visitor = visitorOf(api, cast);
    await visitor.send({ text: 'Hello' });
    const { id } = await visitor.seat();
    const path = `/conversations/${id}`;
    await cast.account.request('post', `${path}/take-over`).send({}).expect(200);
    await visitor.send({ text: 'Are you there?' });
    const { body: said } = await cast.account.request('get', `${path}/messages`).expect(200);
    const ask = async (query = '') => (await cast.account.request('get', `${path}/turns${query}`).expect(200)).body;
    const { turns, pagination } = await ask();
    const [hello, answer, again] = said.messages.map((message: { id: string }) => ({
      id: message.id,
      message_id: null,
    }));
    expect(pagination.has_more).toBe(false);
    expect(turns.map(({ no, status, inputs, reply }: TurnInShort) => ({ no, status, inputs, reply }))).toEqual([
      { no: 2, status: 'silent', inputs: [again], reply: null },
      { no: 1, status: 'answered', inputs: [hello], reply: { ...answer, offers: [] } },
    ]);
    expect(turns[0].reason).toBe('taken_over');
    const first = await ask('?limit=1');
    const rest = await ask(`?limit=1&cursor=${first.pagination.next_cursor}`);
    expect([...first.turns, ...rest.turns]).toEqual(turns);
    expect(rest.pagination.has_more).toBe(false);
  });

  it('says what a reply offers to pick, as the lead reads it', async () => {
    const cast = await castOf(api, { agent: 'solar' });
    const visitor = visitorOf(api, cast);
    await visitor.send({ text: 'My name is Ana Ruiz, ana@example.com, the roof has 80 m2' });
    const { id } = await visitor.seat();
    const ask = async (path: string) => (await cast.account.request('get', `/conversations/${id}/${path}`)).body;
    const { messages } = await ask('messages');
    const [{ slots }] = messages.at(-1).actions;
    const { turns } = await ask('turns');
    expect(slots.length).toBeGreaterThan(1);
    expect(turns[0].reply.offers).toEqual(slots.map(({ label }: { label: string }) => label));
  });
});
