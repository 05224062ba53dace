import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Api } from '../../demo/api.js';
import { type ReplayOptions, replayConversations } from '../../evals/replay.js';
import type { TestApi } from '../support/api.js';
import { useService } from '../support/service.js';
import { addWidget, openChat, sendFrom } from '../support/widgets.js';

const service = useService();
let url: string;
let close: () => Promise<unknown>;
beforeAll(async () => {
  const server = service.app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
});
afterAll(() => close());

const ROOMS = { key: 'rooms', type: 'number', required: true, ask_prompt: 'How many rooms?', extract_hint: 'rooms' };
const CITY = { key: 'city', type: 'text', required: true, ask_prompt: 'From which city?' };
const AGENT = {
  name: 'Moving',
  fields: [ROOMS, CITY],
  cadence: { steps: [{ type: 'wait', delay: { type: 'after', amount: 30, unit: 'days' } }] },
  ai: { enabled: true },
};

/** An account in which one visitor has talked to an agent, whose draft is changed then. */
async function talked(draft: object = {}) {
  const account = await service.account();
  const made = await account.request('post', '/workflows').send(AGENT).expect(201);
  const agentId: string = made.body.workflow.id;
  await account.request('post', `/workflows/${agentId}/publish`).send({}).expect(201);
  const api = service as unknown as TestApi;
  const chat = await openChat(api, await addWidget(api, account, { workflow_id: agentId, pow: { required: false } }));
  for (const text of ['Hi', 'We have 3 rooms', 'Valencia', 'I want to talk to a person please']) {
    await sendFrom(api, chat, 'turn', { turn_id: randomUUID(), text }).expect(200);
  }
  await account.request('patch', `/workflows/${agentId}`).send(draft).expect(200);
  const replay = async (more: Partial<ReplayOptions> = {}) => {
    const lines: string[] = [];
    const result = await replayConversations(new Api(url, account.apiKey), {
      which: { draft: true },
      last: 50,
      maxTokens: 1_000_000,
      bar: 1,
      ...more,
      print: (line) => lines.push(line),
    });
    return { ...result, text: lines.join('\n') };
  };
  return { account, agentId, replay };
}

describe('what was really said', () => {
  it('is answered as it was by the version that answered', async () => {
    const { replay } = await talked();
    const { text, ...result } = await replay({ which: {} });
    expect(result).toMatchObject({ conversations: 1, turns: 4, differing: 0, changed: 0, added: 0, shortcomings: [] });
    expect(result).toMatchObject({ tools: { right: 3, of: 3 }, fields: { right: 2, of: 2 } });
    expect(result.handoffs).toEqual({ right: 1, of: 1 });
    expect(text).toContain('fields         2 of 2 (100.0 %)');
  });

  it('shows turn by turn what a draft would do otherwise, and how much of what was done is left', async () => {
    const { account, replay } = await talked({
      fields: [CITY, { ...ROOMS, key: 'size', ask_prompt: 'How big is it?' }],
    });
    const before = await service.db('conversation_messages').where({ account_id: account.accountId });
    const { text, ...result } = await replay();
    expect(text).toMatch(/turn 1: reply {2}".*How many rooms\?" -> ".*From which city\?"/);
    expect(text).toMatch(/turn 2: fields {2}- rooms = 3 {2}.*\+ size = 3/);
    expect(result.fields.of).toBe(2);
    expect(result.fields.right).toBeLessThan(2);
    expect(result.handoffs).toEqual({ right: 1, of: 1 });
    expect(result.shortcomings).toEqual([expect.stringMatching(/^In \d+\.\d % of the turns the same is done/)]);
    expect(await service.db('conversation_messages').where({ account_id: account.accountId })).toEqual(before);
  });

  it('is played for the agent that is named, and for so many of its newest conversations', async () => {
    const { agentId, replay } = await talked();
    expect((await replay({ workflowId: agentId, which: {} })).conversations).toBe(1);
    const other = await talked();
    expect(await replay({ workflowId: other.agentId, which: {} })).toMatchObject({
      conversations: 0,
      shortcomings: ['No turn was played.'],
    });
  });
});
