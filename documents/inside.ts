/**
 * The program of a process that reads one file with third-party parsers on untrusted bytes. Its environment is empty,
 * it drops root before it reads any bytes, and it can't open files, start processes or reach the network.
 *
 * Only Node resolves its imports. It imports project files with their real extension, so that it runs unchanged from
 * sources and from dist.
 */
import { readSync, writeSync } from 'node:fs';
import { getResolvedPDFJS } from 'unpdf';
import type { ReadText } from '../domain/knowledge/blocks.js';
import { lockDown } from '../functions/lockdown.ts';
import type { ReadAnswer, ReadOrder } from './protocol.js';
import { readHtml } from './read-html.ts';
import { readMarkdown } from './read-markdown.ts';
import { readPdf } from './read-pdf.ts';
import { Refusal } from './refusal.ts';

/** The file comes in by one pipe, behind a line of JSON, and what was read goes out by another. */
const IN = 0;
const OUT = 3;
const NOBODY = 65_534;
const PIECE = 65_536;

/** Leaves root behind, where the process was started by it. */
function dropRights(): void {
  if (process.getuid?.() !== 0) return;
  process.setgroups?.([]);
  process.setgid?.(NOBODY);
  process.setuid?.(NOBODY);
}

function receive(): Buffer {
  const parts: Buffer[] = [];
  for (;;) {
    const part = Buffer.alloc(PIECE);
    const size = readSync(IN, part);
    if (size === 0) return Buffer.concat(parts);
    parts.push(part.subarray(0, size));
  }
}

function send(answer: ReadAnswer): void {
  const bytes = Buffer.from(JSON.stringify(answer));
  for (let sent = 0; sent < bytes.length; ) sent += writeSync(OUT, bytes, sent);
}

function asText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal("The file isn't valid UTF-8.");
  }
}

async function read({ kind, ...limits }: ReadOrder, bytes: Uint8Array): Promise<ReadText> {
  if (kind === 'pdf') return readPdf(bytes, limits);
  const reader = kind === 'html' ? readHtml : readMarkdown;
  return reader(asText(bytes), limits.maxCharacters);
}

async function main(): Promise<void> {
  // Loaded before the doors close.
  await getResolvedPDFJS();
  dropRights();
  lockDown();
  const given = receive();
  const line = given.indexOf('\n');
  const order: ReadOrder = JSON.parse(given.subarray(0, line).toString());
  try {
    send({ ok: true, text: await read(order, new Uint8Array(given.subarray(line + 1))) });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    send({ ok: false, reason: error.message });
  }
  process.exit(0);
}

await main();
