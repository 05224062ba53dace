import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';

/** The records of a zone, by type and name: `TXT example.com`. `silent` never answers. */
export type Zone = Record<string, string[] | 'silent'>;

const TYPES: Record<number, string> = { 1: 'A', 15: 'MX', 16: 'TXT', 28: 'AAAA' };

/** Writes a name as DNS does: each label with its length. */
const nameBytes = (name: string): Buffer =>
  Buffer.concat([...name.split('.').filter(Boolean).map(labelBytes), Buffer.from([0])]);
const labelBytes = (label: string): Buffer => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]);

function dataOf(type: string, value: string): Buffer {
  if (type === 'A') return Buffer.from(value.split('.').map(Number));
  if (type === 'MX') return Buffer.concat([Buffer.from([0, 10]), nameBytes(value)]);
  const text = Buffer.from(value);
  const parts: Buffer[] = [];
  for (let at = 0; at < text.length; at += 255) {
    const part = text.subarray(at, at + 255);
    parts.push(Buffer.from([part.length]), part);
  }
  return Buffer.concat(parts);
}

function answerTo(query: Buffer, zone: Zone): Buffer | undefined {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.subarray(at + 1, at + 1 + length).toString());
    at += 1 + length;
  }
  const type = TYPES[query.readUInt16BE(at + 1)] ?? '';
  const records = zone[`${type} ${labels.join('.').toLowerCase()}`] ?? [];
  if (records === 'silent') return undefined;
  const head = Buffer.from(query.subarray(0, 12));
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(records.length, 6);
  head.writeUInt32BE(0, 8);
  const answers = records.map((value) => {
    const data = dataOf(type, value);
    const fields = Buffer.alloc(12);
    fields.writeUInt16BE(0xc00c, 0);
    query.copy(fields, 2, at + 1, at + 5);
    fields.writeUInt32BE(60, 6);
    fields.writeUInt16BE(data.length, 10);
    return Buffer.concat([fields, data]);
  });
  return Buffer.concat([head, query.subarray(12, at + 5), ...answers]);
}

/** Starts a name server on this machine that answers from a zone, which may change. */
export async function startDns(zone: Zone): Promise<{ address: string; stop(): Promise<void> }> {
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const answer = answerTo(query, zone);
    if (answer) socket.send(answer, port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${(socket.address() as AddressInfo).port}`,
    stop: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}
