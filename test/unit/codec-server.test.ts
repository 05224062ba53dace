import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { encryptionCodec } from '../../temporal/data-converter.js';
import { codecServer } from '../../worker/codec-server.js';

const UI = 'http://127.0.0.1:8233';
const codec = encryptionCodec(`k1:${randomBytes(32).toString('base64')}`);
let server: Server;
let url: string;

beforeAll(async () => {
  server = createServer(codecServer(codec, UI));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/codec/decode`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const base64 = (bytes: Uint8Array | null | undefined) => Buffer.from(bytes ?? []).toString('base64');

const sealed = async (value: unknown) => {
  const [payload] = await codec.encode([
    { metadata: { encoding: Buffer.from('json/plain') }, data: Buffer.from(JSON.stringify(value)) },
  ]);
  const metadata = Object.entries(payload?.metadata ?? {}).map(([key, bytes]) => [key, base64(bytes)]);
  return { metadata: Object.fromEntries(metadata), data: base64(payload?.data) };
};

describe('the codec of the Temporal UI', () => {
  it('opens what is sealed for pages of the UI', async () => {
    const payload = await sealed({ agentRunId: 'run-1' });
    expect(Buffer.from(payload.data, 'base64').toString('latin1')).not.toContain('run-1');
    const answer = await fetch(url, {
      method: 'POST',
      headers: { Origin: UI, 'Content-Type': 'application/json' },
      body: JSON.stringify({ payloads: [payload] }),
    });
    expect(answer.headers.get('access-control-allow-origin')).toBe(UI);
    const { payloads } = (await answer.json()) as { payloads: { data: string }[] };
    expect(JSON.parse(Buffer.from(payloads[0]?.data ?? '', 'base64').toString())).toEqual({ agentRunId: 'run-1' });
  });

  it('refuses pages of other origins, other methods and rubbish', async () => {
    const body = JSON.stringify({ payloads: [await sealed(1)] });
    const foreign = await fetch(url, { method: 'POST', headers: { Origin: 'http://evil.example' }, body });
    expect(foreign.status).toBe(403);
    expect((await fetch(url)).status).toBe(403);
    expect((await fetch(url, { method: 'POST', headers: { Origin: UI }, body: '{' })).status).toBe(400);
  });
});
