import type { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { SafeFetchError } from '../../runtime/safe-fetch.js';
import { createGuardedFetch } from './guarded-fetch.js';
import { alternating, type Habit, NEWER_LIMIT, wantedBy } from './habits.js';
import type {
  ModelAnswer,
  ModelEndpoint,
  ModelFailure,
  ModelMessage,
  ModelProvider,
  ModelRequest,
  ModelUsage,
  ProviderFields,
} from './provider.js';
import { withoutThoughts } from './without-thoughts.js';

type Codec = ReturnType<ReturnType<typeof createOpenAICompatible>['chatModel']>;
type GenerateOptions = Parameters<Codec['doGenerate']>[0];
type Generated = Awaited<ReturnType<Codec['doGenerate']>>;
type Prompt = GenerateOptions['prompt'];

/** Returns a tool's arguments as an object, because servers can't read anything else back. */
function objectOf(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  } catch {
    return {};
  }
}

/** The fields of the library's output in addition to its own. */
const withProviderFields = (again: ProviderFields | undefined) =>
  again ? { providerOptions: { openaiCompatible: again as Record<string, never> } } : {};

function toPrompt(message: ModelMessage): Prompt[number] {
  if (message.role === 'user') return { role: 'user', content: [{ type: 'text', text: message.text }] };
  if (message.role === 'assistant') {
    const calls = (message.calls ?? []).map(({ id, name, arguments: text, again }) => ({
      type: 'tool-call' as const,
      toolCallId: id,
      toolName: name,
      input: objectOf(text),
      ...withProviderFields(again),
    }));
    const content = [{ type: 'text' as const, text: message.text }, ...calls];
    return { role: 'assistant', content, ...withProviderFields(message.again) };
  }
  const content = message.results.map(({ id, name, value }) => ({
    type: 'tool-result' as const,
    toolCallId: id,
    toolName: name,
    output: { type: 'text' as const, value: JSON.stringify(value) },
  }));
  return { role: 'tool', content };
}

const toOptions = (
  request: ModelRequest,
  temperature: number | null,
  signal: AbortSignal | undefined,
): GenerateOptions => ({
  prompt: [{ role: 'system', content: request.system }, ...request.messages.map(toPrompt)],
  maxOutputTokens: request.maxOutputTokens,
  ...(temperature === null ? {} : { temperature }),
  ...(request.tools.length === 0
    ? {}
    : {
        tools: request.tools.map(({ name, description, parameters }) => ({
          type: 'function' as const,
          name,
          description,
          inputSchema: parameters,
        })),
        toolChoice: { type: 'auto' as const },
      }),
  ...(signal ? { abortSignal: signal } : {}),
});

function usageOf({ usage }: Generated): ModelUsage | null {
  const input = usage.inputTokens.total;
  const output = usage.outputTokens.total;
  if (input === undefined && output === undefined) return null;
  return {
    input: input ?? 0,
    cached: usage.inputTokens.cacheRead ?? 0,
    output: output ?? 0,
    reasoning: usage.outputTokens.reasoning ?? 0,
  };
}

/** The parts of a server's answer that are sent back. */
interface Written {
  reasoning_content?: unknown;
  reasoning_details?: unknown;
  tool_calls?: { extra_content?: unknown }[] | null;
}

const writtenIn = ({ response }: Generated): Written =>
  (response?.body as { choices?: { message?: Written }[] } | undefined)?.choices?.[0]?.message ?? {};

/** Returns the fields that are there, to be shown again. */
function providerFieldsOf(fields: Record<string, unknown>): { again?: ProviderFields } {
  const there = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  return there.length > 0 ? { again: Object.fromEntries(there) } : {};
}

/** Returns the id of a call; one of its own where its server gave none, or gave the same to another. */
function idOf(calls: readonly { id: string }[], at: number): string {
  const id = calls[at]?.id ?? '';
  return id !== '' && calls.findIndex((call) => call.id === id) === at ? id : `call_${at}`;
}

/** No token is that long; a server whose answer is longer counts for nothing that it was asked. */
const MOST_CHARS_OF_TOKEN = 40;
const SHORTEST_REFUSED = 10_000;

/** Returns whether a server wrote far more than the tokens that it was asked for can hold. */
function isOverlong({ content }: Generated, { maxOutputTokens }: ModelRequest): boolean {
  const written = content.reduce((sum, part) => {
    if (part.type === 'text') return sum + part.text.length;
    return part.type === 'tool-call' ? sum + part.input.length : sum;
  }, 0);
  return written > Math.max(SHORTEST_REFUSED, maxOutputTokens * MOST_CHARS_OF_TOKEN);
}

function toAnswer(generated: Generated): ModelAnswer {
  const { content, finishReason, response } = generated;
  const { reasoning_content, reasoning_details, tool_calls } = writtenIn(generated);
  const calls = content.flatMap((part) =>
    part.type === 'tool-call' ? [{ id: part.toolCallId, name: part.toolName, arguments: part.input }] : [],
  );
  return {
    kind: 'answered',
    ...providerFieldsOf({ reasoning_content, reasoning_details }),
    text: withoutThoughts(content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')),
    calls: calls.map((call, at) => ({
      ...call,
      id: idOf(calls, at),
      ...providerFieldsOf({ extra_content: tool_calls?.[at]?.extra_content }),
    })),
    usage: usageOf(generated),
    finishReason: finishReason.unified,
    modelName: response?.modelId ?? null,
  };
}

const failed = (code: ModelFailure['code'], retry: boolean, more: Partial<ModelFailure> = {}): ModelFailure => ({
  kind: 'failed',
  code,
  retry,
  status: null,
  retryAfterMs: null,
  ...more,
});

const SECOND_MS = 1_000;

/** Returns the pause that the server requests, if it gives it in seconds. */
const retryAfterOf = (headers: Record<string, string> | undefined): number | null => {
  const seconds = Number(headers?.['retry-after']);
  return Number.isFinite(seconds) && seconds > 0 ? seconds * SECOND_MS : null;
};

const CODES = { TIMEOUT: 'timeout', BLOCKED_ADDRESS: 'blocked_address', INVALID_URL: 'blocked_address' } as const;

function ofFetch({ code }: SafeFetchError): ModelFailure {
  const known = code in CODES ? CODES[code as keyof typeof CODES] : 'network';
  return failed(known, known !== 'blocked_address' && code !== 'BLOCKED_REDIRECT' && code !== 'TOO_LARGE');
}

/** The fields of the library's error for a rejected request. */
interface Refused {
  statusCode?: number;
  responseHeaders?: Record<string, string>;
  responseBody?: string;
}

const MAX_BODY_CHARS = 500;

/** Returns what a server said in its refusal, without the key that it may quote. */
function bodyExcerpt(body: string, apiKey: string | null): { said?: string } {
  const message = /"message"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(body)?.[1];
  const text = (message ? String(JSON.parse(message)) : body).trim();
  const said = (apiKey ? text.replaceAll(apiKey, '[key]') : text).slice(0, MAX_BODY_CHARS).toWellFormed();
  return said === '' ? {} : { said };
}

function ofStatus(status: number, headers: Record<string, string> | undefined): ModelFailure {
  const retryAfterMs = retryAfterOf(headers);
  if (status === 429) return failed('rate_limited', true, { status, retryAfterMs });
  if (status >= 500 || status === 408) return failed('server_error', true, { status, retryAfterMs });
  return failed(status >= 400 ? 'refused' : 'bad_answer', status < 300, { status });
}

/** Describes what a fault of the library means. */
function toFailure(error: unknown, { apiKey }: ModelEndpoint, signal: AbortSignal | undefined): ModelFailure {
  if (signal?.aborted) return failed('cancelled', false);
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof SafeFetchError) return ofFetch(cause);
    const { statusCode, responseHeaders, responseBody = '' } = cause as Refused;
    if (statusCode === undefined) continue;
    return {
      ...ofStatus(statusCode, responseHeaders),
      ...(statusCode >= 400 ? bodyExcerpt(responseBody, apiKey) : {}),
    };
  }
  return failed('bad_answer', true);
}

/** Names a model of a server. */
const modelName = (baseUrl: string, model: string): string => JSON.stringify([baseUrl, model]);

const NONE: ReadonlySet<Habit> = new Set();

/** A codec compiles its schemas when it is made, which takes longer than the rest of a call: these are kept. */
const MOST_CODECS = 200;

/**
 * Makes what asks models of any server that speaks OpenAI’s chat completions. The library is only the codec of one step:
 * it tries once, runs no tool and traces nothing. It is loaded with the first question, since most workers never ask one.
 */
export function createModelProvider({ privateHosts }: { privateHosts: readonly string[] }): ModelProvider {
  const guarded = createGuardedFetch(privateHosts);
  const codecs = new Map<string, Codec>();
  const habits = new Map<string, ReadonlySet<Habit>>();
  const habitsOf = ({ baseUrl, model }: ModelEndpoint) => habits.get(modelName(baseUrl, model)) ?? NONE;
  const codecOf = async (
    { accountId, baseUrl, apiKey, model, timeoutMs }: ModelEndpoint,
    isNewer: boolean,
  ): Promise<Codec> => {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    const name = JSON.stringify([accountId, baseUrl, apiKey, model, timeoutMs, isNewer]);
    const made = codecs.get(name);
    if (made) return made;
    const fetch = guarded.within(timeoutMs, accountId);
    const server = createOpenAICompatible({
      name: 'model',
      baseURL: baseUrl,
      fetch,
      ...(apiKey === null ? {} : { apiKey }),
      ...(isNewer
        ? { transformRequestBody: ({ max_tokens, ...body }) => ({ ...body, [NEWER_LIMIT]: max_tokens }) }
        : {}),
    });
    const codec = server.chatModel(model);
    if (codecs.size >= MOST_CODECS) codecs.clear();
    codecs.set(name, codec);
    return codec;
  };
  /** Asks again where the server wants it otherwise, and so from then on. */
  const ask = async (endpoint: ModelEndpoint, request: ModelRequest, signal?: AbortSignal): Promise<ModelAnswer> => {
    const granted = habitsOf(endpoint);
    const codec = await codecOf(endpoint, granted.has('newer_limit'));
    const messages = granted.has('alternating') ? alternating(request.messages) : request.messages;
    const temperature = granted.has('own_temperature') ? null : endpoint.temperature;
    try {
      const generated = await codec.doGenerate(toOptions({ ...request, messages }, temperature, signal));
      return isOverlong(generated, request) ? failed('bad_answer', false) : toAnswer(generated);
    } catch (error) {
      const wanted = wantedBy(error, granted);
      if (wanted === undefined) return toFailure(error, endpoint, signal);
      habits.set(modelName(endpoint.baseUrl, endpoint.model), new Set([...habitsOf(endpoint), wanted]));
      return ask(endpoint, request, signal);
    }
  };
  return {
    ask: (endpoint, request, signal) =>
      ask(endpoint, request, signal).catch((error) => toFailure(error, endpoint, signal)),
    close: guarded.close,
  };
}
