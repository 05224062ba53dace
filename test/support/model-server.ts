import { type Asked, startStandIn } from './stand-in.js';

/** One answer of a model, as the acceptance data write it. */
export interface ModelTurn {
  text?: string;
  tool_calls?: {
    name: string;
    arguments?: Record<string, unknown>;
    raw_arguments?: string;
    /** Fields of the server's own. */
    extra_content?: object;
  }[];
  /** The reasoning, in a field of its own. */
  reasoning_content?: string;
  usage?: { prompt_tokens: number; completion_tokens: number };
  /** The reason why it ends; `stop` or `tool_calls` if not given. */
  finish_reason?: string;
  /** Ends the request another way: with a status, a page that is no JSON, a cut line, or never. */
  fault?: { status?: number; retry_after?: number; body?: string; cut?: true; hang?: true };
  /** Happens when the request has come, before it is answered. */
  meanwhile?: () => Promise<unknown>;
}

interface ChatMessage {
  role: 'system' | 'user' | 'assistant' | 'tool';
  content: string | null;
  tool_calls?: { id: string; type: string; function: { name: string; arguments: string }; extra_content?: object }[];
  reasoning_content?: string;
  tool_call_id?: string;
}

/** A request as a model was shown it. */
export interface ChatRequest {
  model: string;
  messages: ChatMessage[];
  tools?: { type: string; function: { name: string; description?: string; parameters: object } }[];
  max_tokens?: number;
  max_completion_tokens?: number;
  temperature?: number;
}

/** A server that speaks OpenAI's chat completions and answers what a test has laid out for it. */
export interface ModelServer {
  /** The base URL for models. */
  url: string;
  /** Every request that came, in order; what is in none of them never reached a model. */
  requests: ChatRequest[];
  /** The keys that requests carried. */
  keys: (string | undefined)[];
  /** Sets the next answers, in order. The last one is repeated. */
  play(turns: readonly ModelTurn[]): void;
  /** Returns the remaining answers. */
  left(): ModelTurn[];
  stop(): Promise<void>;
}

/** Describes what of a request OpenAI's API would refuse; undefined where it would take it. */
function faultOf(request: ChatRequest): string | undefined {
  const { model, messages, tools = [] } = request;
  if (typeof model !== 'string' || !Array.isArray(messages) || messages.length === 0)
    return 'model or messages missing';
  if (model.startsWith('gpt-5') && request.max_tokens !== undefined)
    return "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
  if (model.startsWith('gpt-5') && request.temperature !== undefined)
    return `Unsupported value: 'temperature' does not support ${request.temperature} with this model.`;
  const isTwice = messages.some(({ role }, at) => role === 'user' && messages[at - 1]?.role === 'user');
  if (model.startsWith('gemma') && isTwice)
    return 'Conversation roles must alternate user/assistant/user/assistant/...';
  const known = ['model', 'messages', 'tools', 'tool_choice', 'max_tokens', 'max_completion_tokens', 'temperature'];
  const unknown = Object.keys(request).filter((key) => !known.includes(key));
  if (unknown.length > 0) return `unknown: ${unknown.join(', ')}`;
  let open: string[] = [];
  for (const [at, { role, content, tool_calls, tool_call_id }] of messages.entries()) {
    if (role === 'system' && at > 0) return 'a system message behind the first';
    if (role === 'tool') {
      if (!tool_call_id || !open.includes(tool_call_id)) return 'a tool message without its call';
      open = open.filter((id) => id !== tool_call_id);
    } else if (open.length > 0) return 'a call without its result';
    if (role !== 'assistant' && typeof content !== 'string') return `${role} without content`;
    if (tool_calls) open = tool_calls.map(({ id }) => id);
    for (const { type, function: called } of tool_calls ?? []) {
      if (type !== 'function' || typeof JSON.parse(called.arguments) !== 'object') return 'a call that is none';
    }
  }
  if (open.length > 0) return 'a call without its result';
  const names = tools.map((tool) => tool.function.name);
  if (new Set(names).size !== names.length) return 'a tool twice';
  return tools.some(({ type, function: { parameters } }) => type !== 'function' || typeof parameters !== 'object')
    ? 'a tool that is none'
    : undefined;
}

/** The slots that a model was told of last, in their order. */
export function slotsIn({ messages }: Pick<ChatRequest, 'messages'>): string[] {
  const told = messages.findLast(({ content }) => /slot_id\\?"/.test(content ?? ''))?.content ?? '';
  return [...told.matchAll(/slot_id\\?"\s*:\s*\\?"([0-9a-f]+)/g)].map(([, id = '']) => id);
}

/** Returns the secrets that a model reveals from its prompt, in the disguise that a text asks for. */
function givenAway(text: string, { messages }: ChatRequest): string {
  const system = messages[0]?.content ?? '';
  const clothed: Record<string, string> = {
    '{{system}}': system,
    '{{system:base64}}': Buffer.from(system).toString('base64'),
    '{{system:hex}}': Buffer.from(system).toString('hex'),
    '{{system:reversed}}': [...system].reverse().join(''),
    '{{system:spaced}}': [...system].join(' '),
    '{{system:hidden}}': [...system].join('\u200b'),
    '{{system:shouted}}': system.toUpperCase().replace(/[^\p{L}\s]/gu, ''),
    '{{reference}}': /Reference: (\w+)/.exec(system)?.[1] ?? '',
  };
  return Object.entries(clothed).reduce((filled, [name, value]) => filled.replaceAll(name, () => value), text);
}

/** Puts the slots that were offered in the place of `slot:0`, `slot:1`. */
const filled = (value: unknown, slots: readonly string[]): unknown =>
  JSON.parse(JSON.stringify(value).replace(/slot:(\d+)/g, (_all, at: string) => slots[Number(at)] ?? 'no such slot'));

/** Writes one answer as OpenAI's chat completions do; `n` names it. */
export function completion(turn: ModelTurn, request: ChatRequest, n: number) {
  const slots = slotsIn(request);
  const tool_calls = turn.tool_calls?.map(({ name, arguments: given, raw_arguments, extra_content }, at) => ({
    id: `call_${n}_${at}`,
    type: 'function',
    extra_content,
    function: { name, arguments: raw_arguments ?? JSON.stringify(filled(given ?? {}, slots)) },
  }));
  const message = {
    role: 'assistant',
    content: turn.text === undefined ? null : givenAway(turn.text, request),
    reasoning_content: turn.reasoning_content,
    ...(tool_calls ? { tool_calls } : {}),
  };
  return {
    id: `chatcmpl-${n}`,
    object: 'chat.completion',
    created: 1_772_442_000,
    model: `${request.model}-2026`,
    choices: [{ index: 0, message, finish_reason: turn.finish_reason ?? (tool_calls ? 'tool_calls' : 'stop') }],
    usage: turn.usage ?? { prompt_tokens: 500, completion_tokens: 20, total_tokens: 520 },
  };
}

/** Starts such a server on this machine. It refuses what OpenAI's API would refuse. */
export async function startModelServer(): Promise<ModelServer> {
  const requests: ChatRequest[] = [];
  const keys: (string | undefined)[] = [];
  let turns: ModelTurn[] = [];
  let n = 0;
  const answer = async ({ request, response, url, bytes }: Asked) => {
    const json = (status: number, body: unknown, headers = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
    if (url.pathname !== '/v1/chat/completions') return json(404, { error: { message: 'no such page' } });
    const asked = JSON.parse(bytes.toString()) as ChatRequest;
    requests.push(asked);
    keys.push(request.headers.authorization);
    const problem = faultOf(asked);
    if (problem) return json(400, { error: { message: problem, type: 'invalid_request_error' } });
    const turn = turns.length > 1 ? turns.shift() : turns[0];
    await turn?.meanwhile?.();
    if (!turn) return json(500, { error: { message: 'Nothing is laid out for this request.' } });
    const { fault } = turn;
    if (fault?.hang) return undefined;
    if (fault?.cut) return request.socket.destroy();
    if (fault?.body !== undefined) return response.writeHead(fault.status ?? 200).end(fault.body);
    if (fault) {
      const headers = fault.retry_after === undefined ? {} : { 'retry-after': String(fault.retry_after) };
      return json(fault.status ?? 500, { error: { message: 'no' } }, headers);
    }
    n += 1;
    return json(200, completion(turn, asked, n));
  };
  const server = await startStandIn((asked) =>
    answer(asked).catch((error: unknown) => asked.response.writeHead(400).end(String(error))),
  );
  return {
    url: `${server.origin}/v1`,
    requests,
    keys,
    play(next) {
      turns = [...next];
    },
    left: () => [...turns],
    stop: server.stop,
  };
}
