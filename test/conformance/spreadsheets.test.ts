import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type TestAccount, useApi } from '../support/api.js';
import { goBuilt, javaLibraries, pythonPrograms, ROOT, runProgram, workFolder } from '../support/conformance-tools.js';
import { leadsOf, workAll } from '../support/imports.js';
import { xlsxParts, zip } from '../support/xlsx.js';

const api = useApi();
const SOURCES = path.join(ROOT, 'test/conformance/spreadsheets');
const sourceOf = (name: string) => readFileSync(path.join(SOURCES, name), 'utf8');
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const INSTALL_MS = 600_000;

let files: string;
let account: TestAccount;
beforeAll(async () => {
  files = workFolder('spreadsheets/files');
  rmSync(files, { recursive: true });
  mkdirSync(files);
  account = await api.account({ country: 'ES' });
});

const run = async (command: string, ...args: string[]) => {
  const { code, output } = await runProgram(command, [...args, files], SOURCES);
  expect([code, code === 0 ? '' : output]).toEqual([0, '']);
};

const send = (content: Buffer, query: Record<string, string> = {}) =>
  account.request('post', '/leads/import').query(query).set('Content-Type', XLSX).send(content);
const fileOf = (name: string) => readFileSync(path.join(files, `${name}.xlsx`));

const METADATA = {
  zip: '08001',
  since: '2024-02-29',
  seen: '2024-02-29T13:45:30',
  score: 12.5,
  vip: 'true',
  total: '25',
  note: 'Big deal!',
};
const ANA = {
  first_name: 'Ana',
  last_name: 'García',
  email: 'ana@example.com',
  phone: '+34612345678',
  company: 'Acme',
  metadata: METADATA,
};
const BO = {
  first_name: 'Bo',
  email: 'bo@example.com',
  phone: '+34600111222',
  metadata: {
    zip: '08002',
    since: '1900-01-15',
    seen: '2024-03-01T00:00:01',
    score: -0.1,
    vip: 'false',
    total: 'Bo!',
    note: 'line one\nline two 😀 & <b>',
  },
};
/** Spreadsheets that count days from 1904 have none before. */
const LATER = { ...BO, metadata: { ...BO.metadata, since: '2004-01-15' } };

const without = <L extends { metadata: { total?: string } }>(lead: L) => {
  const { total: _, ...metadata } = lead.metadata;
  return { ...lead, metadata };
};

/** Checks what a file is read as: one header below a title, a visible sheet behind a hidden one, two people. */
async function expectLeads(name: string, leads: readonly object[], codes: readonly string[] = []) {
  const { body } = await send(fileOf(name), { dry_run: 'true' }).expect(200);
  const { preview } = body;
  expect([preview.file.sheet, preview.file.header_line, preview.sheets]).toEqual(['Leads', 3, ['Lists', 'Leads']]);
  type Row = { lead: Record<string, unknown>; problems: { code: string; column: string }[] };
  expect(preview.first_rows.map(({ lead }: Row) => lead)).toEqual(
    leads.map((lead) => expect.objectContaining({ ...lead, tags: [] })),
  );
  const problems = preview.first_rows.flatMap((row: Row) => row.problems.map(({ code }) => code));
  expect([...new Set(problems)]).toEqual(codes);
}

describe('spreadsheets of other programs', () => {
  describe('in Python', () => {
    it(
      'are written',
      () => {
        const bin = pythonPrograms('spreadsheets/python', ['openpyxl==3.1.5', 'XlsxWriter==3.3.1']);
        return run(path.join(bin, 'python'), 'write.py');
      },
      INSTALL_MS,
    );

    // openpyxl doesn't compute formulas.
    it.each([
      ['openpyxl', BO],
      ['openpyxl-iso-dates', BO],
      ['openpyxl-1904', LATER],
    ])('are read as they were written, with a warning of formulas without a value: %s', async (name, bo) => {
      await expectLeads(name, [without(ANA), without(bo)], ['FORMULA_WITHOUT_VALUE']);
    });

    it.each([
      ['xlsxwriter', BO],
      ['xlsxwriter-in-order', BO],
      ['xlsxwriter-1904', LATER],
      ['xlsxwriter-zip64', BO],
    ])('are read as they were written: %s', (name, bo) => expectLeads(name, [ANA, bo]));

    it('become leads', async () => {
      const { body } = await send(fileOf('xlsxwriter')).expect(202);
      await workAll(api, body.import.id);
      expect(await leadsOf(account)).toMatchObject([ANA, BO]);
    });

    it('are read with 16,384 formatted columns, and refused where a far one is filled', async () => {
      const { body } = await send(fileOf('formatted-columns'), { dry_run: 'true' }).expect(200);
      expect(body.preview).toMatchObject({ rows: 2, failed: 0, columns: [{ to: 'full_name' }, { to: 'email' }] });
      const refused = await send(fileOf('filled-columns'));
      expect([refused.status, refused.body.message]).toEqual([400, 'A file can have at most 500 columns. (line 2)']);
    });

    it.each(['bomb', 'bomb-that-lies'])('are refused where they unfold into 500 MB: %s', async (name) => {
      const before = process.memoryUsage().rss;
      expect((await send(fileOf(name))).status).toBeGreaterThanOrEqual(400);
      expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
    });
  });

  it(
    'are read as excelize writes them, at once and as a stream',
    async () => {
      const modules = ['github.com/xuri/excelize/v2@v2.10.0'];
      await run(goBuilt('spreadsheets/go', sourceOf('main.go'), modules));
      await expectLeads('excelize', [ANA, BO]);
      await expectLeads('excelize-1904', [ANA, LATER]);
      await expectLeads('excelize-stream', [ANA, BO]);
    },
    INSTALL_MS,
  );

  it(
    'are read as Apache POI writes them, at once and as a stream',
    async () => {
      const folder = javaLibraries('spreadsheets/java', sourceOf('pom.xml'));
      await run('java', '-cp', path.join(folder, 'lib/*'), 'Spreadsheets.java');
      await expectLeads('poi', [ANA, BO]);
      await expectLeads('poi-stream', [ANA, BO]);
    },
    INSTALL_MS,
  );

  it('are read as LibreOffice writes them, with formats for every cell and 200,000 blank rows', async () => {
    const header = ['Name', 'Email', 'Since', 'Rate', 'VIP', 'Total'];
    const row = (at: number, cells: string) =>
      `<row r="${at}" customFormat="false" ht="12.8" hidden="false" customHeight="false" outlineLevel="0" collapsed="false">${cells}</row>`;
    const text = (reference: string, value: string) =>
      `<c r="${reference}" s="0" t="inlineStr"><is><t xml:space="preserve">${value}</t></is></c>`;
    const number = (reference: string, style: number, value: number, type = 'n') =>
      `<c r="${reference}" s="${style}" t="${type}"><v>${value}</v></c>`;
    const people = [
      row(1, header.map((value, at) => text(`${'ABCDEF'[at]}1`, value)).join('')),
      row(
        2,
        text('A2', 'Ana García') +
          text('B2', 'ana@example.com') +
          number('C2', 1, 45351) +
          number('D2', 2, 0.25) +
          number('E2', 3, 1, 'b') +
          '<c r="F2" s="0" t="str"><f aca="false">A2&amp;&quot;!&quot;</f><v>Ana García!</v></c>',
      ),
    ];
    const blank = Array.from({ length: 200_000 }, (_, at) => row(at + 3, `<c r="A${at + 3}" s="0"/>`));
    const formats = ['General', 'dd/mm/yyyy', '0.00%', '"TRUE";"TRUE";"FALSE"'].map(
      (code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code.replaceAll('"', '&quot;')}"/>`,
    );
    const shapes = formats.map((_, at) => `<xf numFmtId="${164 + at}" applyProtection="true"/>`);
    const content = zip({
      ...xlsxParts([{ name: 'Leads', rows: [] }]),
      'xl/styles.xml': `<styleSheet><numFmts count="4">${formats.join('')}</numFmts><cellXfs>${shapes.join('')}</cellXfs></styleSheet>`,
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${[...people, ...blank].join('')}</sheetData></worksheet>`,
    });
    const { body } = await send(content, { dry_run: 'true' }).expect(200);
    expect(body.preview.rows).toBe(1);
    expect(body.preview.first_rows[0].lead).toMatchObject({
      email: 'ana@example.com',
      metadata: { since: '2024-02-29', rate: '0.25', vip: 'true', total: 'Ana García!' },
    });
  });
});
