import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Payload, PayloadCodec } from '@temporalio/common';
import proto from '@temporalio/proto';

const MAX_BYTES = 8 * 1024 * 1024;
const { Payloads } = proto.temporal.api.common.v1;

/**
 * Opens encrypted payloads for the Temporal UI, which asks from the operator's browser: `POST /codec/decode` with
 * payloads as protobuf JSON, answered to pages of `uiOrigin` only. It listens with the worker's pages on the loopback
 * address, so that only people who can reach this machine's own ports read what Temporal's store keeps sealed.
 */
export function codecServer(codec: PayloadCodec, uiOrigin: string) {
  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    res.setHeader('Access-Control-Allow-Origin', uiOrigin);
    res.setHeader('Access-Control-Allow-Headers', 'content-type, x-namespace, authorization');
    res.setHeader('Vary', 'Origin');
    if (req.method === 'OPTIONS') return void res.writeHead(204).end();
    if (req.method !== 'POST' || (req.headers.origin !== undefined && req.headers.origin !== uiOrigin)) {
      return void res.writeHead(403).end();
    }
    try {
      const given = Payloads.fromObject(JSON.parse(await readAll(req)));
      const opened = await codec.decode((given.payloads ?? []) as Payload[]);
      const text = JSON.stringify(Payloads.toObject(Payloads.create({ payloads: opened }), { bytes: String }));
      res.writeHead(200, { 'Content-Type': 'application/json' }).end(text);
    } catch {
      res.writeHead(400).end();
    }
  };
}

async function readAll(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error('too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
