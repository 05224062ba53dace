import iconv from 'iconv-lite';
import type { TextEncoding } from '../../schemas/imports/imports.js';
import { guessEncoding } from './detect-encoding.js';

/** The encoding of a file; `certain` is false if nothing in the file names it. */
export interface FileEncoding {
  name: TextEncoding;
  certain: boolean;
}

/** A file as text. */
export interface DecodedText {
  /** Becomes a guess where a file turns out not to be UTF-8 behind its beginning, so it holds at the end of `text`. */
  encoding: FileEncoding;
  /** The beginning of the file, for guesses; it is part of `text` too. */
  sample: string;
  text: AsyncIterable<string>;
}

const SAMPLE_BYTES = 64 * 1024;

/** The first bytes of UTF-8 files whose program marks them. */
const UTF8_MARK = Buffer.from('\ufeff');
const hasUtf8Mark = (head: Buffer) => head.subarray(0, UTF8_MARK.length).equals(UTF8_MARK);

/**
 * Decodes a stream of bytes in the encoding given. Without one a byte order mark decides, else the pattern of zero
 * bytes, else whether the bytes are UTF-8, else what reads best. A file that is plain ASCII at first and turns out not
 * to be UTF-8 is guessed from there on; in one whose mark says UTF-8, broken bytes show as such.
 */
export async function decodeText(bytes: AsyncIterable<Uint8Array>, given?: TextEncoding): Promise<DecodedText> {
  const source = bytes[Symbol.asyncIterator]();
  const head: Uint8Array[] = [];
  let size = 0;
  let ended = false;
  while (size < SAMPLE_BYTES && !ended) {
    const next = await source.next();
    ended = next.done === true;
    if (!next.done) {
      head.push(next.value);
      size += next.value.length;
    }
  }
  const beginning = Buffer.concat(head);
  const encoding = given ? { name: given, certain: true } : detect(beginning, ended);
  return { encoding, sample: iconv.decode(beginning, encoding.name), text: decode(beginning, source, encoding, given) };
}

function detect(head: Buffer, whole: boolean): FileEncoding {
  const certainly = (name: TextEncoding): FileEncoding => ({ name, certain: true });
  if (head[0] === 0xff && head[1] === 0xfe) return certainly('utf-16le');
  if (head[0] === 0xfe && head[1] === 0xff) return certainly('utf-16be');
  if (hasUtf8Mark(head)) return certainly('utf-8');
  const zeros = [0, 1].map(
    (rest) => head.subarray(0, 1_000).filter((byte, index) => byte === 0 && index % 2 === rest).length,
  );
  const half = Math.min(head.length, 1_000) / 2;
  if ((zeros[1] ?? 0) > half * 0.4 && (zeros[0] ?? 0) < half * 0.1) return certainly('utf-16le');
  if ((zeros[0] ?? 0) > half * 0.4 && (zeros[1] ?? 0) < half * 0.1) return certainly('utf-16be');
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: !whole });
    return certainly('utf-8');
  } catch {
    return { name: guessEncoding(head), certain: false };
  }
}

/** Decodes a stream in pieces. */
type Decoder = (chunk: Uint8Array, last: boolean) => string;

function decoderOf(name: TextEncoding, fatal = false): Decoder {
  if (name === 'utf-8') {
    const decoder = new TextDecoder('utf-8', { fatal });
    return (chunk, last) => decoder.decode(chunk, { stream: !last });
  }
  const decoder = iconv.getDecoder(name);
  return (chunk, last) => decoder.write(Buffer.from(chunk)) + (last ? (decoder.end() ?? '') : '');
}

async function* decode(
  beginning: Buffer,
  rest: AsyncIterator<Uint8Array>,
  encoding: FileEncoding,
  given: TextEncoding | undefined,
): AsyncGenerator<string> {
  const guessed = !given && encoding.name === 'utf-8' && !hasUtf8Mark(beginning);
  let decoder = decoderOf(encoding.name, guessed);
  let onlyAscii = guessed;
  const step = (chunk: Uint8Array, last: boolean): string => {
    const wasAscii = onlyAscii;
    onlyAscii &&= isAscii(chunk);
    try {
      return decoder(chunk, last);
    } catch {
      // Text already given out was right in any encoding only where it was ASCII; else the broken bytes show as such.
      encoding.name = wasAscii ? guessEncoding(chunk) : 'utf-8';
      encoding.certain = false;
      decoder = decoderOf(encoding.name);
      return decoder(chunk, last);
    }
  };
  try {
    yield step(beginning, false);
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield step(next.value, false);
    yield step(new Uint8Array(), true);
  } finally {
    await rest.return?.();
  }
}

const isAscii = (bytes: Uint8Array) => bytes.every((byte) => byte < 0x80);
