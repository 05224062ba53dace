import { setTimeout } from 'node:timers/promises';
import type { Api } from '../demo/api.js';
import type { AbuseCase, CaseFile, ConversationCase } from './format.js';
import type { Outcome } from './judge.js';

/** The model that plays the agents; undefined: they go by rules. */
export interface ModelOfEvals {
  baseUrl: string;
  model: string;
  apiKey?: string | undefined;
  priceInput?: number | undefined;
  priceOutput?: number | undefined;
}

const KEY = 'evals';
const ZONE = 'Europe/Madrid';
const WEEK = ['mon', 'tue', 'wed', 'thu', 'fri'];
const INDEXED_WITHIN_MS = 120_000;

type Agents = NonNullable<CaseFile['agents']>;
type Made = Record<'host' | 'meeting_type' | 'workflow' | 'document', { id: string; status?: string }>;

/** An account in which cases are run: a host, the model, and an agent for each case. */
export interface EvalAccount {
  runConversation(given: ConversationCase): Promise<Outcome>;
  runAbuse(given: AbuseCase): Promise<Outcome>;
}

/** Makes ready what all cases share. `tokensOfCase` is what one play of a case may use up. */
export async function createEvalAccount(
  api: Api,
  agents: Agents,
  model: ModelOfEvals | undefined,
  tokensOfCase: number,
): Promise<EvalAccount> {
  const { host } = await api.post<Made>('/hosts', { name: 'Marta', email: 'marta@example.com', timezone: ZONE });
  const block = { kind: 'weekly', weekdays: WEEK, starts: '09:00', ends: '17:00', timezone: ZONE };
  await api.post(`/hosts/${host.id}/availability-blocks`, block);
  const rules = { duration_minutes: 30, minimum_notice_minutes: 60, slot_interval_minutes: 30 };
  const { meeting_type: type } = await api.post<Made>('/meeting-types', { name: 'Call', ...rules });
  await api.post('/email-senders', { name: 'Evals', from_email: 'evals@example.com' });
  // Numbers are one account's only.
  await api.post('/whatsapp-numbers', { provider: 'sandbox', phone_number: `+346${String(Date.now()).slice(-8)}` });
  if (model) {
    const { baseUrl: base_url, model: name, apiKey: api_key, priceInput, priceOutput } = model;
    const prices = { price_input: priceInput ?? 0, price_output: priceOutput ?? 0 };
    await api.post('/models', { key: KEY, base_url, model: name, ...(api_key ? { api_key } : {}), ...prices });
  }
  const made = new Map<string, Promise<string>>();
  const once = (id: string, make: () => Promise<string>): Promise<string> => {
    const known = made.get(id) ?? make();
    made.set(id, known);
    return known;
  };
  const makeAgent = async (name: string, more: Record<string, unknown>): Promise<string> => {
    const definition = agents[name];
    if (!definition) throw new Error(`There is no agent ${name}.`);
    const budget = { per_conversation_tokens: tokensOfCase };
    const meets = definition.ai.meeting_type ? { meeting_type: type.id } : {};
    const ai = { ...definition.ai, ...meets, model: model ? KEY : null, budget, ...more };
    const { workflow } = await api.post<Made>('/workflows', { ...definition, ai });
    await api.post(`/workflows/${workflow.id}/publish`);
    return workflow.id;
  };
  return {
    async runConversation(given) {
      const { id, agent, steps, channel = 'chat', locale, knowledge = [] } = given;
      const collection = `evals-${id}`.toLowerCase();
      const agentId = await once(id, async () => {
        for (const { text, ...document } of knowledge) await index(api, { ...document, content: text, collection });
        return makeAgent(agent, knowledge.length > 0 ? { knowledge: { collections: [collection] } } : {});
      });
      const messages = steps.map(({ say, mail, choose }) =>
        choose ? { slot: choose.slot } : { text: say ?? mail?.text },
      );
      const lead = leadOf(given);
      return api.post<Outcome>(`/workflows/${agentId}/converse`, { messages, channel, locale, ...lead });
    },
    async runAbuse(given) {
      const { id, agent = 'solar', ai = {}, say, page, lead, others = [] } = given;
      const agentId = await once(id, async () => {
        for (const other of others) await api.post('/leads', { first_name: 'Other', ...other });
        return makeAgent(agent, ai);
      });
      const messages = say.map((text) => ({ text }));
      return api.post<Outcome>(`/workflows/${agentId}/converse`, { messages, page, lead });
    },
  };
}

/** Returns the lead that the agent talks to, as far as the agent knows. Leads of cases are themselves. */
function leadOf({ lead, from, channel = 'chat' }: ConversationCase): object {
  if (!lead) return channel === 'chat' ? {} : { lead: { phone: from } };
  const { variables = {}, verified: _verified, enrolled: _enrolled, ...columns } = lead;
  const values = Object.fromEntries(Object.entries(variables).map(([key, { value }]) => [key, value]));
  return { lead: { ...(from ? { phone: from } : {}), ...columns, variables: values } };
}

/** Adds a document, and waits until it is found. */
async function index(api: Api, document: object): Promise<void> {
  const { document: added } = await api.post<Made>('/knowledge/documents', document);
  const until = Date.now() + INDEXED_WITHIN_MS;
  for (;;) {
    const { document: now } = await api.get<Made>(`/knowledge/documents/${added.id}`);
    if (now.status === 'ready') return;
    if (now.status === 'failed' || now.status === 'flagged') throw new Error(`A document of a case is ${now.status}.`);
    if (Date.now() > until) throw new Error('A document of a case was not indexed in two minutes.');
    await setTimeout(250);
  }
}
