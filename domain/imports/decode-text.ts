/** The encodings that spreadsheets and CRMs write. */
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** A file as text. */
export interface DecodedText {
  encoding: TextEncoding;
  /** The beginning of the file, for guesses; it is part of `text` too. */
  sample: string;
  text: AsyncIterable<string>;
}

const SAMPLE_BYTES = 64 * 1024;

/** What UTF-8 files begin with where their program says so. */
const UTF8_MARK = Buffer.from('\ufeff');
const hasUtf8Mark = (head: Buffer) => head.subarray(0, UTF8_MARK.length).equals(UTF8_MARK);

/**
 * Decodes a stream of bytes. A byte order mark decides, else the pattern of zero bytes, else whether the bytes are
 * UTF-8. A file that is plain ASCII at first and turns out not to be UTF-8 is read as windows-1252 from there on; in
 * one whose mark says UTF-8, broken bytes show as such.
 */
export async function decodeText(bytes: AsyncIterable<Uint8Array>): Promise<DecodedText> {
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
  const encoding = detect(beginning, ended);
  const sample = new TextDecoder(encoding).decode(beginning, { stream: !ended });
  return { encoding, sample, text: decode(beginning, source, encoding) };
}

function detect(head: Buffer, whole: boolean): TextEncoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  if (hasUtf8Mark(head)) return 'utf-8';
  const zeros = [0, 1].map(
    (rest) => head.subarray(0, 1_000).filter((byte, index) => byte === 0 && index % 2 === rest).length,
  );
  const half = Math.min(head.length, 1_000) / 2;
  if ((zeros[1] ?? 0) > half * 0.4 && (zeros[0] ?? 0) < half * 0.1) return 'utf-16le';
  if ((zeros[0] ?? 0) > half * 0.4 && (zeros[1] ?? 0) < half * 0.1) return 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: !whole });
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

async function* decode(
  beginning: Buffer,
  rest: AsyncIterator<Uint8Array>,
  encoding: TextEncoding,
): AsyncGenerator<string> {
  const guessed = encoding === 'utf-8' && !hasUtf8Mark(beginning);
  let decoder = new TextDecoder(encoding, { fatal: guessed });
  let onlyAscii = guessed;
  const step = (chunk: Uint8Array, last: boolean): string => {
    const wasAscii = onlyAscii;
    onlyAscii &&= isAscii(chunk);
    try {
      return decoder.decode(chunk, { stream: !last });
    } catch {
      // Text already given out was right in both encodings only where it was ASCII; else the broken bytes show as such.
      decoder = new TextDecoder(wasAscii ? 'windows-1252' : 'utf-8');
      return decoder.decode(chunk, { stream: !last });
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
