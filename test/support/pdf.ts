import { deflateSync } from 'node:zlib';

/** A line of a page: its text, and how high its letters are, in points. */
export type PdfLine = string | { text: string; size: number };

const escaped = (text: string): string => text.replace(/[\\()]/g, '\\$&');

/** Writes a page as PDF draws it, from the top down. */
function drawn(lines: readonly PdfLine[]): string {
  let y = 800;
  const parts = lines.map((line) => {
    const { text, size } = typeof line === 'string' ? { text: line, size: 11 } : line;
    y -= text === '' ? 20 : Math.max(size, 4) * 1.4;
    return `BT /F1 ${size} Tf 50 ${y} Td (${escaped(text)}) Tj ET`;
  });
  return parts.join('\n');
}

/** Makes a PDF of streams, one a page; each is compressed. */
export function pdfOfStreams(streams: readonly (string | Buffer)[]): Buffer {
  const first = 4;
  const objects: Buffer[] = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from(
      `<< /Type /Pages /Count ${streams.length} /Kids [${streams.map((_, at) => `${first + at * 2} 0 R`).join(' ')}] >>`,
    ),
    Buffer.from('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'),
  ];
  for (const [at, stream] of streams.entries()) {
    const packed = deflateSync(Buffer.from(stream as string));
    objects.push(
      Buffer.from(
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> ' +
          `/Contents ${first + at * 2 + 1} 0 R >>`,
      ),
      Buffer.concat([
        Buffer.from(`<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n`),
        packed,
        Buffer.from('\nendstream'),
      ]),
    );
  }
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  let length = parts[0]?.length ?? 0;
  const offsets = objects.map((object, at) => {
    const offset = length;
    const whole = Buffer.concat([Buffer.from(`${at + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    parts.push(whole);
    length += whole.length;
    return offset;
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}` +
        `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

/** Makes a PDF of text, one list of lines a page. */
export const pdfOf = (pages: readonly (readonly PdfLine[])[]): Buffer => pdfOfStreams(pages.map(drawn));
