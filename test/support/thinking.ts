import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import type { Knex } from 'knex';
import { inWork } from '../../db/work.js';
import { createModelProvider } from '../../providers/model/index.js';
import type { ModelProvider } from '../../providers/model/provider.js';
import { newId } from '../../runtime/ids.js';
import { createLogger } from '../../runtime/logger.js';
import { createMetrics } from '../../runtime/metrics.js';
import { createSecretBox } from '../../runtime/secret-box.js';
import { createBreakers } from '../../services/channels/breakers.js';
import { advanceConversation } from '../../services/conversations/advance.js';
import type { ModelTurnDependencies } from '../../services/conversations/model-turn.js';
import { answerWithModel } from '../../services/conversations/run-model-turn.js';
import { TEST_SECRET, type TestAccount, type TestApi } from './api.js';
import { castOf, dyingAt, stage, stageClock, visitorOf } from './conversations.js';
import { addLead, addRun } from './messaging.js';
import { type ModelServer, type ModelTurn, startModelServer } from './model-server.js';
import { workOn } from './work.js';

/** The prices of the tests' model, in its account's currency for a million tokens. */
export const PRICES = { price_input: 1, price_output: 4 };

/** The points at which a process is killed in turn during a model turn, before one completes. */
const KILLS = [2, 5, 9, 12, 15, 18, 22, 27, 33, 40, 48, 57];

/** Turns with a model, for one test file: a server of it, and what works them as a worker would. */
export interface Thinking {
  server: ModelServer;
  /** Adds the model that agents of these tests answer with. */
  addModel(account: TestAccount, more?: object): Promise<unknown>;
  deps(db?: Knex): ModelTurnDependencies;
  /** Lets time pass until nothing of an account's conversations is due any more. */
  settle(accountId: string, variant?: 'once' | 'twice' | 'kill'): Promise<void>;
}

/** Makes what turns with a model need; pauses between tries take no time. */
export function useThinking(api: TestApi): Thinking {
  const thinking = {} as Thinking;
  let provider: ModelProvider;
  beforeAll(async () => {
    thinking.server = await startModelServer();
    provider = createModelProvider({ privateHosts: ['127.0.0.1:*'] });
  });
  let parts: Pick<ModelTurnDependencies, 'breakers'>;
  beforeEach(() => {
    const logger = createLogger('silent', 'test');
    parts = { breakers: createBreakers({ db: api.db, clock: stageClock, logger, metrics: createMetrics() }) };
    thinking.server.requests.length = 0;
  });
  afterAll(() => Promise.all([provider.close(), thinking.server.stop()]));
  thinking.addModel = (account, more = {}) =>
    account
      .request('post', '/models')
      .send({ key: 'stand-in', base_url: thinking.server.url, model: 'tiny', api_key: 'sk-marked', ...PRICES, ...more })
      .expect(201);
  thinking.deps = (db = api.db) => ({
    ...workOn(db, stageClock.now),
    ...parts,
    models: provider,
    box: createSecretBox([TEST_SECRET]),
    pause: async () => undefined,
  });
  const take = async (id: string, db: Knex) => {
    const deps = thinking.deps(db);
    const step = await inWork(deps, (work) => advanceConversation(work, id));
    if (!step.closed && 'think' in step) await answerWithModel(deps, id, new AbortController().signal);
  };
  // As Temporal tries an activity again whose worker is gone.
  const think = (id: string, db: Knex) => answerWithModel(thinking.deps(db), id, new AbortController().signal);
  const takeKilled = async (id: string) => {
    const step = await inWork(thinking.deps(), (work) => advanceConversation(work, id));
    if (step.closed || !('think' in step)) return;
    for (const statement of KILLS) {
      const laid = thinking.server.left();
      const lived = await think(id, dyingAt(api.db, statement).db).then(
        () => true,
        () => false,
      );
      if (lived) return;
      thinking.server.play(laid);
    }
    await think(id, api.db);
  };
  thinking.settle = async (accountId, variant = 'once') => {
    for (let round = 0; round < 12; round += 1) {
      const rows = await api.db('conversations').where({ account_id: accountId });
      const due = rows.filter(
        ({ due_at, follow_up_at }) => due_at !== null || (follow_up_at !== null && follow_up_at.getTime() <= stage.now),
      );
      if (due.length === 0) return;
      for (const { id, due_at } of due) {
        stage.now = Math.max(stage.now, due_at?.getTime() ?? 0);
        if (variant === 'kill') await takeKilled(id);
        else await take(id, api.db);
        if (variant === 'twice') await take(id, api.db);
      }
    }
    throw new Error('A conversation does not end.');
  };
  return thinking;
}

/** Makes chats with an agent that answers with the tests' model. */
export const chattersOf =
  (api: TestApi, thinking: Thinking) =>
  async ({ ai = {}, models = [{}], agent = 'solar' }: { ai?: object; models?: object[]; agent?: string } = {}) => {
    stage.now = Date.parse('2026-03-02T09:00:00Z');
    const cast = await castOf(
      api,
      { agent },
      {
        ai: { model: 'stand-in', ...ai },
        before: async (account) => {
          for (const model of models) await thinking.addModel(account, model);
        },
      },
    );
    const { accountId, request } = cast.account;
    const lead = await addLead(api.db, accountId, { first_name: 'Kim', email: `${newId()}@example.com` });
    const run = await addRun(api.db, lead, cast.agentId);
    const visitor = visitorOf(api, cast, { lead: { id: lead.id, agentRunId: run.id } });
    const row = async () => (await api.db('conversations').where({ account_id: accountId }).first())!;
    const steps = () => api.db('agent_steps').where({ account_id: accountId }).orderBy(['claim_no', 'step_no']);
    return {
      cast,
      lead,
      visitor,
      row,
      steps,
      request,
      say: (text: string) => visitor.send({ text }),
      settle: () => thinking.settle(accountId),
      act: async (path: string, body: object = {}) =>
        request('post', `/conversations/${(await row()).id}/${path}`).send(body),
      turns: async () =>
        api
          .db('agent_turns')
          .where({ conversation_id: (await row()).id })
          .orderBy('turn_no'),
      said: async () =>
        api
          .db('conversation_messages')
          .where({ conversation_id: (await row()).id, role: 'bot' })
          .pluck('text'),
      variables: () => api.db('lead_variables').where({ lead_id: lead.id }),
    };
  };

export const CAPTURE: ModelTurn = {
  tool_calls: [
    { name: 'capture_field', arguments: { key: 'roof_area', value: 80, confidence: 0.9, evidence: '80 m2' } },
  ],
};
export const THANKS: ModelTurn = { text: 'Thank you, shall I find a time?' };
