import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { csvLine, unescapeCsvCell } from '../../domain/imports/csv-escape.js';
import { openCsv } from '../../domain/imports/read-csv.js';
import { importText, readCsv } from '../support/csv.js';

const utf16 = (text: string, bigEndian = false) => {
  const buffer = Buffer.from(text, 'utf16le');
  return bigEndian ? buffer.swap16() : buffer;
};

describe('reading a CSV file', () => {
  it.each([
    ['utf-8', Buffer.from('name,city\nJosé,München 👍\n')],
    ['utf-8', Buffer.from('\ufeffname,city\nJosé,München 👍\n')],
    ['utf-16le', utf16('\ufeffname,city\nJosé,München 👍\n')],
    ['utf-16le', utf16('name,city\nJosé,München 👍\n')],
    ['utf-16be', utf16('\ufeffname,city\nJosé,München 👍\n', true)],
    ['utf-16be', utf16('name,city\nJosé,München 👍\n', true)],
  ])('knows %s, whatever the chunks', async (encoding, content) => {
    for (const chunk of [1, 2, 3, 7, 1_000]) {
      const file = await readCsv(content, chunk);
      expect([file.encoding.name, file.headers, file.rows[0]?.cells]).toEqual([
        encoding,
        ['name', 'city'],
        ['José', 'München 👍'],
      ]);
    }
  });

  it('knows windows-1252, also when its first accent comes late', async () => {
    const late = `name,city\n${'Ana,Rome\n'.repeat(20_000)}Jos\xe9,M\xfcnchen \x80\n`;
    for (const content of ['name,city\nJos\xe9,M\xfcnchen \x80\n', late]) {
      const file = await readCsv(Buffer.from(content, 'latin1'), 4_096);
      expect(file.rows.at(-1)?.cells).toEqual(['José', 'München €']);
    }
  });

  it('reads a file with the mark of UTF-8 as UTF-8, wherever one of its bytes is broken', async () => {
    for (const before of [0, 20_000]) {
      const text = `\ufeffEmail,Name\n${'bo@x.co,Bo\n'.repeat(before)}ana@x.co,García `;
      const content = Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0x0a])]);
      for (const chunk of before === 0 ? [1, 2, 3, 7, 1_000] : [4_096]) {
        const { encoding, headers, rows } = await readCsv(content, chunk);
        expect([encoding.name, headers]).toEqual(['utf-8', ['Email', 'Name']]);
        expect(rows.at(-1)?.cells).toEqual(['ana@x.co', 'García \ufffd']);
      }
      const { plans } = await importText(content, { Name: 'first_name' });
      expect(plans.at(-1)).toMatchObject({
        lead: { email: 'ana@x.co' },
        warnings: [{ column: 'Name', code: 'BROKEN_CHARACTERS' }],
      });
    }
  });

  it.each([
    'Name,Email\r\nAna,a@x.co\nBob,b@x.co\n',
    'Name,Email\nAna,a@x.co\r\nBob,b@x.co',
    'Name,Email\rAna,a@x.co\rBob,b@x.co\r',
    '\r\nName,Email\r\n"Ana","a@x.co"\n\r\n"Bob","b@x.co"\r',
  ])('ends rows where a line of %j ends, whatever the chunks', async (content) => {
    for (const chunk of [1, 2, 3, 7, 1_000]) {
      const { headers, rows } = await readCsv(content, chunk);
      expect(headers).toEqual(['Name', 'Email']);
      expect(rows.map(({ row, cells }) => [row, ...cells])).toEqual([
        [1, 'Ana', 'a@x.co'],
        [2, 'Bob', 'b@x.co'],
      ]);
    }
  });

  it.each([',', ';', '\t', '|'])('finds the separator %j', async (mark) => {
    const file = await readCsv(`"a;,b"${mark}c${mark}d\n1${mark}2${mark}3\n`);
    expect([file.delimiter, file.rows[0]?.cells]).toEqual([mark, ['1', '2', '3']]);
  });

  it('keeps quotes, line breaks and formulas as they are', async () => {
    const { rows } = await readCsv('a,b\r\n"x, ""y""","line one\nline two"\r\n5" pipe,=1+1\r\n');
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['x, "y"', 'line one\nline two'],
      ['5" pipe', '=1+1'],
    ]);
  });

  it('answers uneven rows as row errors, and counts every row that holds anything', async () => {
    const { rows } = await readCsv('a,b,c\n1,2,3\n1,2\n\n1,2,3,4\n1,2,3,,\n,,\n');
    expect(rows.map(({ row, error }) => [row, error?.code])).toEqual([
      [1, undefined],
      [2, undefined],
      [3, 'UNEVEN_ROW'],
      [4, undefined],
    ]);
  });

  it.each([
    ['', 'EMPTY_FILE'],
    ['\n \n', 'EMPTY_FILE'],
    ['a,b\n"never closed,1\n2,3\n', 'UNCLOSED_QUOTE'],
    [`a,b\n"${'x'.repeat(2_000_000)}`, 'ROW_TOO_LONG'],
    ['PK\u0003\u0004\u0000\u0000binary', 'NOT_CSV'],
    [`${'c,'.repeat(600)}c\n`, 'TOO_MANY_COLUMNS'],
  ])('refuses the file %.20j', async (content, code) => {
    await expect(readCsv(content, 65_536)).rejects.toMatchObject({ code });
  });

  it('passes on the failure of its source', async () => {
    async function* broken() {
      yield Buffer.from(`a,b\n${'1,2\n'.repeat(50_000)}`);
      throw new Error('connection lost');
    }
    await expect(
      (async () => {
        for await (const row of (await openCsv(broken())).rows) expect(row.cells).toHaveLength(2);
      })(),
    ).rejects.toThrow('connection lost');
  });

  it('gives back whatever was written', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', '\r\n', ' ', '👍', 'ñ', '1') });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell, cell), { minLength: 1 }), async (table) => {
        const { rows } = await readCsv(csvLine(['x', 'y', 'z']) + table.map((cells) => csvLine(cells)).join(''), 5);
        const filled = table.filter((cells) => cells.some((one) => one.trim() !== ''));
        const read = rows.map(({ cells }) => cells.map(unescapeCsvCell));
        expect(read.filter((cells) => cells.some((one) => one.trim() !== ''))).toEqual(filled);
      }),
      { numRuns: 50 },
    );
  });
});
