import type { Readable } from 'node:stream';
import { SaxesParser } from 'saxes';
import yauzl from 'yauzl';
import { FileError } from './table.js';
import { XLSX_LIMITS } from './xlsx-limits.js';

const damaged = () => new FileError('NOT_XLSX', 'The spreadsheet is damaged or not an XLSX file.');

/** An opened archive: its parts by their names. */
export interface XlsxParts {
  has: (name: string) => boolean;
  /** Reads a part and yields the values that `handler` returns. */
  read: <T>(name: string, handler: XmlHandler<T>) => AsyncGenerator<T>;
}

/** The handlers of a part's elements, by name without prefix. */
export interface XmlHandler<T> {
  open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  text?: (text: string) => void;
  /** Returns what the element completes. */
  close?: (name: string) => T | undefined;
}

/** Opens the archive of a spreadsheet. Throws where it holds more than `XLSX_LIMITS` allows. */
export async function openParts(bytes: Buffer): Promise<XlsxParts> {
  const { zip, entries } = await listEntries(bytes);
  let unpacked = 0;
  const open = (name: string): Promise<Readable> => {
    const entry = entries.get(name);
    if (!entry || entry.isEncrypted()) throw damaged();
    unpacked += entry.uncompressedSize;
    if (unpacked > XLSX_LIMITS.unpackedBytes)
      throw new FileError('FILE_TOO_LARGE', 'The uncompressed spreadsheet exceeds 400 MiB.');
    return new Promise((resolve, reject) => {
      zip.openReadStream(entry, (error, stream) => (error ? reject(damaged()) : resolve(stream)));
    });
  };
  return {
    has: (name) => entries.has(name),
    read: (name, handler) => readXml(() => open(name), handler),
  };
}

function listEntries(bytes: Buffer): Promise<{ zip: yauzl.ZipFile; entries: Map<string, yauzl.Entry> }> {
  return new Promise((resolve, reject) => {
    yauzl.fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(damaged());
      const entries = new Map<string, yauzl.Entry>();
      if (zip.entryCount > XLSX_LIMITS.parts) return reject(damaged());
      zip.on('entry', (entry: yauzl.Entry) => {
        entries.set(entry.fileName, entry);
        zip.readEntry();
      });
      zip.on('end', () => resolve({ zip, entries }));
      zip.on('error', () => reject(damaged()));
      zip.readEntry();
    });
  });
}

async function* readXml<T>(open: () => Promise<Readable>, handler: XmlHandler<T>): AsyncGenerator<T> {
  const stream = await open();
  const parser = new SaxesParser();
  const found: T[] = [];
  let depth = 0;
  let silent = 0;
  const local = (name: string) => name.slice(name.indexOf(':') + 1);
  parser.on('error', () => {
    throw damaged();
  });
  parser.on('opentag', ({ name, attributes }) => {
    silent = 0;
    depth += 1;
    if (depth > XLSX_LIMITS.depth) throw damaged();
    handler.open?.(local(name), attributes as Record<string, string>);
  });
  parser.on('text', (text) => handler.text?.(text));
  parser.on('cdata', (text) => handler.text?.(text));
  parser.on('closetag', ({ name }) => {
    silent = 0;
    depth -= 1;
    const value = handler.close?.(local(name));
    if (value !== undefined) found.push(value);
  });
  const decoder = new TextDecoder();
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      silent += chunk.length;
      if (silent > XLSX_LIMITS.silence) throw damaged();
      parser.write(decoder.decode(chunk, { stream: true }));
      yield* found.splice(0);
    }
    parser.close();
    yield* found.splice(0);
  } catch (error) {
    throw error instanceof FileError ? error : damaged();
  } finally {
    stream.destroy();
  }
}
