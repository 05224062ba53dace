import { describe, expect, it } from '@jest/globals';
import { openFile } from '../../domain/imports/open-file.js';
import type { TableRow } from '../../domain/imports/table.js';
import { bytes } from '../support/csv.js';
import { type Cell, type SheetOf, styled, xlsx, xlsxParts, zip } from '../support/xlsx.js';

const read = async (content: Buffer, options: Parameters<typeof openFile>[1] = {}) => {
  const file = await openFile(bytes(content, 65_536), options);
  const rows: TableRow[] = [];
  for await (const row of file.rows) rows.push(row);
  return { ...file, rows, cells: rows.map(({ cells }) => cells) };
};
const sheet = (rows: readonly (readonly Cell[])[], name = 'Leads'): SheetOf => ({ name, rows });
const HEADER = ['Name', 'Email', 'Phone', 'Since'];

describe('reading a spreadsheet', () => {
  it('gives texts, numbers, dates, and the values of formulas', async () => {
    const file = await read(
      xlsx([
        sheet([
          ['Name', 'Phone', 'Since', 'Seen', 'Zip', 'Due', 'Sum', 'Label', 'Bad', 'VIP'],
          [
            'Ana & "Bo" <x>',
            34600222901,
            styled(46334, 1),
            styled(46334.5, 2),
            styled(1234, 3),
            styled('46334', 4),
            { xml: '<c><f>SUM(1,2)</f><v>0.30000000000000004</v></c>' },
            { xml: '<c t="str"><f>CONCAT("a","b")</f><v>a_x000A_b</v></c>' },
            { xml: '<c t="e"><f>1/0</f><v>#DIV/0!</v></c>' },
            true,
          ],
          [{ xml: '<c t="inlineStr"><is><r><t>In</t></r><r><t>line</t></r><rPh><t>x</t></rPh></is></c>' }, 3.46e10],
        ]),
      ]),
    );
    expect([file.type, file.sheet, file.headerLine, file.encoding]).toEqual(['xlsx', 'Leads', 1, null]);
    expect(file.cells).toEqual([
      [
        'Ana & "Bo" <x>',
        '34600222901',
        '2026-11-08',
        '2026-11-08T12:00:00',
        '01234',
        '2026-11-08',
        '0.3',
        'a\nb',
        '',
        'true',
      ],
      ['Inline', '34600000000', '', '', '', '', '', '', '', ''],
    ]);
    expect(file.rows.map(({ line }) => line)).toEqual([2, 3]);
  });

  it('warns of a formula that was written without its value, not of one whose value is an empty text', async () => {
    const file = await read(
      xlsx([
        sheet([
          ['Name', 'Total'],
          ['Ana', { xml: '<c><f>1+2</f><v></v></c>' }],
          ['Bo', { xml: '<c t="str"><f>""</f><v></v></c>' }],
          ['Cleo', { xml: '<c><f>1+2</f><v>3</v></c>' }],
        ]),
      ]),
    );
    expect(file.rows.map(({ warning }) => warning && [warning.code, warning.column])).toEqual([
      ['FORMULA_WITHOUT_VALUE', 'Total'],
      undefined,
      undefined,
    ]);
  });

  it('counts days from 1904 where the file says so', async () => {
    const file = await read(xlsx([sheet([HEADER, ['Ana', '', '', styled(44872, 1)]])], { date1904: true }));
    expect(file.cells[0]?.[3]).toBe('2026-11-08');
  });

  it('finds the header below titles, skips blank rows and totals, and keeps rows of one cell', async () => {
    const rows: Cell[][] = [
      ['Leads of November'],
      [],
      ['Filtered by', 'Owner'],
      [],
      HEADER,
      ['Ana'],
      [],
      ['Bo', 'b@x.co'],
      ['Total', 2],
    ];
    const file = await read(xlsx([sheet(rows)]));
    expect([file.headerLine, file.headers, file.footerLines]).toEqual([5, HEADER, [9]]);
    expect(file.rows.map(({ line, cells, error }) => [line, cells[0], error])).toEqual([
      [6, 'Ana', undefined],
      [8, 'Bo', undefined],
    ]);
  });

  it('takes the first visible sheet with rows, or the one that is named', async () => {
    const book = xlsx([
      { name: 'Lists', hidden: true, rows: [['Name'], ['Hidden']] },
      sheet([], 'Empty'),
      sheet([HEADER, ['Ana']], 'März'),
      sheet([HEADER, ['Bo']], 'April'),
    ]);
    expect((await read(book)).cells[0]?.[0]).toBe('Ana');
    for (const name of ['april', '4']) expect(await read(book, { sheet: name })).toMatchObject({ sheet: 'April' });
    expect((await read(book, { sheet: '1' })).cells).toEqual([['Hidden']]);
    await expect(read(book, { sheet: 'May' })).rejects.toMatchObject({ code: 'NO_SHEET' });
    await expect(read(book, { sheet: 'Empty' })).rejects.toMatchObject({ code: 'EMPTY_FILE' });
    expect((await read(book, { headerLine: 2 })).headers).toEqual(['Ana']);
  });
});

describe('a spreadsheet that is no such file', () => {
  const parts = () => xlsxParts([sheet([HEADER, ['Ana', 'a@x.co']])]);
  const withSheet = (xml: string) => zip({ ...parts(), 'xl/worksheets/sheet1.xml': xml });
  const rowsOf = (row: string, count: number) => `<worksheet><sheetData>${row.repeat(count)}</sheetData></worksheet>`;
  const shared = '<row><c t="s"><v>0</v></c></row>';

  it.each<[string, string, () => Buffer]>([
    ['has far too many columns', 'TOO_MANY_COLUMNS', () => withSheet(rowsOf('<row><c r="XFD1"><v>1</v></c></row>', 1))],
    ['nests elements endlessly', 'NOT_XLSX', () => withSheet('<a>'.repeat(100_000))],
    ['holds an endless name', 'NOT_XLSX', () => withSheet(`<${'a'.repeat(8_000_000)}`)],
    ['holds an endless text', 'NOT_XLSX', () => withSheet(`<worksheet>${'a'.repeat(8_000_000)}`)],
    ['is not XML', 'NOT_XLSX', () => withSheet('<row><c></row>')],
    ['names an entity', 'NOT_XLSX', () => withSheet('<!DOCTYPE x [<!ENTITY a "b">]><row><c><v>&a;</v></c></row>')],
    [
      'refers to a long text again and again',
      'FILE_TOO_LARGE',
      () =>
        zip({
          ...parts(),
          'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(900_000)}</t></si></sst>`,
          'xl/worksheets/sheet1.xml': rowsOf(shared, 200),
        }),
    ],
    [
      'unfolds into more than it may',
      'FILE_TOO_LARGE',
      () => {
        const bomb = zip({ ...parts(), 'xl/sharedStrings.xml': '<sst/>' });
        // The directory says how large a part becomes.
        bomb.writeUInt32LE(2_000_000_000, bomb.lastIndexOf('xl/sharedStrings.xml') - 22);
        return bomb;
      },
    ],
    ['is cut off', 'NOT_XLSX', () => xlsx([sheet([HEADER])]).subarray(0, 500)],
    ['is another archive', 'NOT_XLSX', () => zip({ 'word/document.xml': '<w/>' })],
    ['is an old or a protected file', 'NOT_XLSX', () => Buffer.from('d0cf11e0a1b11ae1', 'hex')],
    ['has no rows', 'EMPTY_FILE', () => xlsx([sheet([])])],
  ])('is refused where it %s', async (_what, code, make) => {
    await expect(read(make())).rejects.toMatchObject({ name: 'FileError', code });
  });
});
