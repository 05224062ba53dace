import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createModelProvider } from '../../providers/model/index.js';
import type { ModelEndpoint, ModelProvider, ModelRequest } from '../../providers/model/provider.js';
import { type ModelServer, startModelServer } from '../support/model-server.js';

const REQUEST: ModelRequest = {
  system: 'Be brief.',
  messages: [
    { role: 'user', text: 'Hi' },
    { role: 'assistant', text: '', calls: [{ id: 'c1', name: 'add_tag', arguments: '{"tag": ' }] },
    { role: 'tool', results: [{ id: 'c1', name: 'add_tag', value: { done: false } }] },
  ],
  tools: [{ name: 'add_tag', description: 'Tags.', parameters: { type: 'object', properties: {} } }],
  maxOutputTokens: 50,
};

let server: ModelServer;
let inside: ModelProvider;
let outside: ModelProvider;
const endpoint = (more: Partial<ModelEndpoint> = {}): ModelEndpoint => ({
  accountId: 'one',
  baseUrl: server.url,
  apiKey: 'sk-marked',
  model: 'tiny',
  timeoutMs: 5_000,
  temperature: null,
  ...more,
});

beforeAll(async () => {
  server = await startModelServer();
  inside = createModelProvider({ privateHosts: ['127.0.0.1:*'] });
  outside = createModelProvider({ privateHosts: [] });
});
afterAll(async () => {
  await Promise.all([inside.close(), outside.close(), server.stop()]);
});

describe('a model of a server that speaks chat completions', () => {
  it('answers one step: its text, its calls with their arguments as they were written, and what it used up', async () => {
    server.play([{ text: 'Well.', tool_calls: [{ name: 'add_tag', raw_arguments: '{"tag": "a", "tag": "b"}' }] }]);
    expect(await inside.ask(endpoint(), REQUEST)).toEqual({
      kind: 'answered',
      text: 'Well.',
      calls: [{ id: expect.any(String), name: 'add_tag', arguments: '{"tag": "a", "tag": "b"}' }],
      usage: { input: 500, cached: 0, output: 20, reasoning: 0 },
      finishReason: 'tool-calls',
      modelName: 'tiny-2026',
    });
    expect(server.keys.at(-1)).toBe('Bearer sk-marked');
    expect(server.requests.at(-1)?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool']);
  });

  it.each([
    ['<think>The visitor greets me.</think>\n\nHello!', 'Hello!'],
    ['The tag was in the prompt, so only its end is here.</think>Hello!', 'Hello!'],
    ['<thinking>Hm.</thinking>Hello<think>And now?</think>!', 'Hello!'],
    ['[THINK]Hm.[/THINK]Hello!', 'Hello!'],
    ['<think>This never comes to an end', ''],
    ['I <b>think</b> so', 'I <b>think</b> so'],
  ])('says nothing of what it thought, where its server leaves that in the text: %s', async (text, said) => {
    server.play([{ text }]);
    expect(await inside.ask(endpoint(), REQUEST)).toMatchObject({ kind: 'answered', text: said });
  });

  it('has calls with an id each, also where its server gives none, or one to several', async () => {
    const called = (id: string) => ({ id, type: 'function', function: { name: 'add_tag', arguments: '{}' } });
    const tool_calls = ['', 'same', 'same', ''].map(called);
    const choice = { index: 0, message: { role: 'assistant', content: null, tool_calls }, finish_reason: 'tool_calls' };
    server.play([{ fault: { body: JSON.stringify({ choices: [choice] }) } }]);
    const answer = await inside.ask(endpoint(), REQUEST);
    expect(answer).toMatchObject({ calls: ['call_0', 'same', 'call_2', 'call_3'].map((id) => ({ id })) });
  });

  it('is asked again, under the name that it asks for, where it knows no max_tokens, and so from then on', async () => {
    const before = server.requests.length;
    server.play([{ text: 'Well.' }]);
    const ask = () => inside.ask(endpoint({ model: 'gpt-5-mini' }), REQUEST);
    expect(await Promise.all([ask(), ask()])).toMatchObject([{ text: 'Well.' }, { text: 'Well.' }]);
    expect(await ask()).toMatchObject({ text: 'Well.' });
    const limits = server.requests
      .slice(before)
      .map(({ max_tokens, max_completion_tokens }) => [max_tokens, max_completion_tokens]);
    expect(limits).toEqual([...Array(2).fill([50, undefined]), ...Array(3).fill([undefined, 50])]);
  });

  it('is asked again without a temperature, where it takes none but its own', async () => {
    server.play([{ text: 'Well.' }]);
    const before = server.requests.length;
    const ask = () => inside.ask(endpoint({ model: 'gpt-5-own', temperature: 0.2 }), REQUEST);
    expect([await ask(), await ask()]).toMatchObject([{ text: 'Well.' }, { text: 'Well.' }]);
    const given = server.requests.slice(before).map(({ temperature }) => temperature);
    // It has refused the limit by its older name before.
    expect(given).toEqual([0.2, 0.2, undefined, undefined]);
  });

  it('is asked again, with what one side said in one piece, where it wants the sides to alternate', async () => {
    server.play([{ text: 'Well.' }]);
    const said = ['data', 'Hi', 'Anybody there?'].map((text) => ({ role: 'user' as const, text }));
    const before = server.requests.length;
    const request = { ...REQUEST, messages: [...said, ...REQUEST.messages.slice(1)] };
    expect(await inside.ask(endpoint({ model: 'gemma-3' }), request)).toMatchObject({ text: 'Well.' });
    const [refused, taken] = server.requests.slice(before).map(({ messages }) => messages.map(({ role }) => role));
    expect(refused).toEqual(['system', 'user', 'user', 'user', 'assistant', 'tool']);
    expect(taken).toEqual(['system', 'user', 'assistant', 'tool']);
    expect(server.requests.at(-1)?.messages[1]?.content).toBe('data\n\nHi\n\nAnybody there?');
  });

  it.each([
    ['too many requests', { status: 429, retry_after: 2 }, { code: 'rate_limited', retry: true, retryAfterMs: 2_000 }],
    ['a server that fails', { status: 503 }, { code: 'server_error', retry: true }],
    ['a wrong key', { status: 401 }, { code: 'refused', retry: false }],
    ['a redirect', { status: 302 }, { code: 'network', retry: false }],
    ['a page that is no JSON', { body: '<html>Bad gateway</html>' }, { code: 'bad_answer', retry: true }],
    ['an answer of another shape', { body: '{"choices": []}' }, { code: 'bad_answer', retry: true }],
    ['a line that is cut', { cut: true as const }, { code: 'network', retry: true }],
  ])('fails in a word that tells nothing of what was asked: %s', async (_what, fault, expected) => {
    server.play([{ fault }]);
    const before = server.requests.length;
    expect(await inside.ask(endpoint(), REQUEST)).toMatchObject({ kind: 'failed', ...expected });
    expect(server.requests).toHaveLength(before + 1);
  });

  it.each([
    ['{"error":{"message":"Wrong key: \\"sk-marked\\".","code":null}}', 'Wrong key: "[key]".'],
    ['[{"error":{"code":400,"message":"Unknown name","status":"INVALID_ARGUMENT"}}]', 'Unknown name'],
    ['{"detail":"Not Found"}', '{"detail":"Not Found"}'],
    ['<html>Forbidden</html>', '<html>Forbidden</html>'],
    ['', undefined],
  ])('tells what its server says of a refusal, without the key: %s', async (body, said) => {
    server.play([{ fault: { status: 403, body } }]);
    const answer = await inside.ask(endpoint(), REQUEST);
    expect(answer).toEqual({
      kind: 'failed',
      code: 'refused',
      retry: false,
      status: 403,
      retryAfterMs: null,
      ...(said === undefined ? {} : { said }),
    });
  });

  it('gives up in time, and immediately on abort', async () => {
    server.play([{ fault: { hang: true } }]);
    expect(await inside.ask(endpoint({ timeoutMs: 200 }), REQUEST)).toMatchObject({ code: 'timeout', retry: true });
    const stop = new AbortController();
    server.play([{ fault: { hang: true }, meanwhile: async () => stop.abort() }]);
    expect(await inside.ask(endpoint(), REQUEST, stop.signal)).toMatchObject({ code: 'cancelled', retry: false });
  });

  it('is not asked at an address of our own network that the installation does not name', async () => {
    const before = server.requests.length;
    for (const baseUrl of [server.url, 'https://127.0.0.1/v1', 'https://[::1]/v1', 'https://169.254.169.254/v1']) {
      expect(await outside.ask(endpoint({ baseUrl }), REQUEST)).toMatchObject({
        code: 'blocked_address',
        retry: false,
      });
    }
    expect(server.requests).toHaveLength(before);
  });
});
