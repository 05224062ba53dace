import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { type DataConverter, METADATA_ENCODING_KEY, type Payload, type PayloadCodec } from '@temporalio/common';
import proto from '@temporalio/proto';
import type { Config } from '../runtime/config.js';

const ENCODING = 'binary/encrypted';
const KEY_ID = 'encryption-key-id';
const text = (value: Uint8Array | null | undefined) => (value ? Buffer.from(value).toString('utf8') : '');

/** Creates the codec over a ring of AES-256-GCM keys: the first one seals, all of them open. */
export function encryptionCodec(ring: string): PayloadCodec {
  const keys = new Map(
    ring.split(',').map((entry) => {
      const [id = '', encoded = ''] = entry.trim().split(':');
      const key = Buffer.from(encoded, 'base64');
      if (!id || key.length !== 32)
        throw new Error('Each entry of PAYLOAD_ENCRYPTION_KEYS must be `id:base64 of 32 bytes`.');
      return [id, key] as const;
    }),
  );
  const [currentId, currentKey] = [...keys][0] as [string, Buffer];

  const seal = (payload: Payload): Payload => {
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', currentKey, iv);
    const plain = proto.temporal.api.common.v1.Payload.encode(payload).finish();
    const sealed = Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    return {
      metadata: { [METADATA_ENCODING_KEY]: Buffer.from(ENCODING), [KEY_ID]: Buffer.from(currentId) },
      data: sealed,
    };
  };
  const open = (payload: Payload): Payload => {
    if (text(payload.metadata?.[METADATA_ENCODING_KEY]) !== ENCODING) return payload;
    const id = text(payload.metadata?.[KEY_ID]);
    const key = keys.get(id);
    if (!key) throw new Error(`The payload was encrypted with key "${id}", which isn't in PAYLOAD_ENCRYPTION_KEYS.`);
    const data = Buffer.from(payload.data ?? []);
    const decipher = createDecipheriv('aes-256-gcm', key, data.subarray(0, 12));
    decipher.setAuthTag(data.subarray(-16));
    const plain = Buffer.concat([decipher.update(data.subarray(12, -16)), decipher.final()]);
    return proto.temporal.api.common.v1.Payload.decode(plain);
  };
  return {
    encode: async (payloads) => payloads.map(seal),
    decode: async (payloads) => payloads.map(open),
  };
}

/** Creates the payload encryption the settings ask for; undefined when it is off. */
export function dataConverterFor(config: Pick<Config, 'PAYLOAD_ENCRYPTION_KEYS'>): DataConverter | undefined {
  if (!config.PAYLOAD_ENCRYPTION_KEYS) return undefined;
  return {
    payloadCodecs: [encryptionCodec(config.PAYLOAD_ENCRYPTION_KEYS)],
    failureConverterPath: fileURLToPath(new URL('./failure-converter.js', import.meta.url)),
  };
}
