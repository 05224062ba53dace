import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { defaultPayloadConverter, type Payload } from '@temporalio/common';
import { dataConverterFor, encryptionCodec } from '../../temporal/data-converter.js';

const keyText = (bytes = 32) => randomBytes(bytes).toString('base64');
const [one, two] = [`k1:${keyText()}`, `k2:${keyText()}`];
const VALUE = { agentRunId: 'a readable run', note: 'ada@example.com' };
const plain = () => [defaultPayloadConverter.toPayload(VALUE)];
const text = (bytes: Uint8Array | null | undefined) => Buffer.from(bytes ?? []).toString('utf8');
const first = (payloads: Payload[]) => payloads[0] as Payload;
const read = (payloads: Payload[]) => defaultPayloadConverter.fromPayload(first(payloads));

describe('the encryption of payloads', () => {
  it('gives back what it was given and keeps nothing readable', async () => {
    const codec = encryptionCodec(one);
    const sealed = await codec.encode(plain());
    expect(text(first(sealed).metadata?.encoding)).toBe('binary/encrypted');
    for (const word of ['readable', 'ada@', 'agentRunId', 'json/plain']) {
      expect(Buffer.from(first(sealed).data ?? []).toString('latin1')).not.toContain(word);
    }
    expect(read(await codec.decode(sealed))).toEqual(VALUE);
  });

  it('never seals the same payload the same way', async () => {
    const codec = encryptionCodec(one);
    const sealed = await Promise.all(Array.from({ length: 50 }, () => codec.encode(plain())));
    expect(new Set(sealed.map((payloads) => text(first(payloads).data))).size).toBe(50);
  });

  it('still reads what an earlier key sealed, and seals with the newest', async () => {
    const old = await encryptionCodec(one).encode(plain());
    const rotated = encryptionCodec(`${two}, ${one}`);
    expect(read(await rotated.decode(old))).toEqual(VALUE);
    const fresh = await rotated.encode(plain());
    expect(text(first(fresh).metadata?.['encryption-key-id'])).toBe('k2');
    expect(read(await encryptionCodec(two).decode(fresh))).toEqual(VALUE);
  });

  it('names the key that is missing', async () => {
    const old = await encryptionCodec(one).encode(plain());
    await expect(encryptionCodec(two).decode(old)).rejects.toThrow('encrypted with key "k1"');
  });

  it('reads what was written before encryption was switched on', async () => {
    expect(read(await encryptionCodec(one).decode(plain()))).toEqual(VALUE);
  });

  it('refuses changed bytes and another key under the same name', async () => {
    const codec = encryptionCodec(one);
    const sealed = first(await codec.encode(plain()));
    for (const at of [0, 12, 20, (sealed.data?.length ?? 0) - 1]) {
      const data = Buffer.from(sealed.data ?? []);
      data[at] = (data[at] ?? 0) ^ 1;
      await expect(codec.decode([{ ...sealed, data }])).rejects.toThrow();
    }
    await expect(encryptionCodec(`k1:${keyText()}`).decode([sealed])).rejects.toThrow();
    await expect(codec.decode([{ ...sealed, data: Buffer.from('short') }])).rejects.toThrow();
  });

  it('takes no key of another length, and doesn’t tell the key it refuses', () => {
    for (const ring of ['k1:', 'k1', `k1:${keyText(16)}`, `:${keyText()}`, `${one},`, keyText()]) {
      let told = '';
      try {
        encryptionCodec(ring);
      } catch (error) {
        told = (error as Error).message;
      }
      expect(told).toMatch(/PAYLOAD_ENCRYPTION_KEYS/);
      for (const part of ring.split(/[:,]/).filter((each) => each.length > 4)) expect(told).not.toContain(part);
    }
  });

  it('is off without keys', () => {
    expect(dataConverterFor({ PAYLOAD_ENCRYPTION_KEYS: '' })).toBeUndefined();
  });
});
