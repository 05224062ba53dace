import { createReadStream, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createColumnAnalyser } from '../../domain/imports/analysis.js';
import { planColumns } from '../../domain/imports/mapping.js';
import { planRow, type RowOptions } from '../../domain/imports/plan-row.js';
import { openCsv } from '../../domain/imports/read-csv.js';
import type { TableRow } from '../../domain/imports/table.js';
import { guessTarget, metadataKey } from '../../domain/imports/targets.js';
import type { ImportMapping } from '../../schemas/imports/import-mapping.js';
import { importText } from '../support/csv.js';

describe('guessing columns', () => {
  it.each([
    ['First Name', 'first_name'],
    ['firstname', 'first_name'],
    ['FirstName', 'first_name'],
    ['FIRST_NAME', 'first_name'],
    ['Nombre', 'first_name'],
    ['Last Name', 'last_name'],
    ['Sobrenome', 'last_name'],
    ['Email', 'email'],
    ['E-mail Address', 'email'],
    ['Correo electrónico', 'email'],
    ['Phone Number', 'phone'],
    ['MobilePhone', 'phone'],
    ['Teléfono', 'phone'],
    ['Company Name', 'company'],
    ['Account Name', 'company'],
    ['Job Title', 'title'],
    ['Country/Region', 'country'],
    ['País', 'country'],
    ['Time Zone', 'timezone'],
    ['Lead Source', 'source'],
    ['LeadSource', 'source'],
    ['Tags', 'tags'],
    ['Record ID', 'external_id'],
    ['Full Name', 'full_name'],
    ['City', undefined],
    ['Create Date', undefined],
    ['budget', undefined],
    ['', undefined],
  ])('takes %j for %s', (header, target) => expect(guessTarget(header)).toBe(target));

  it('takes the columns of an export by what they are, and foreign ones of the same name as guessed', async () => {
    const { columns } = await importText('id,first_name,consent_email,metadata,status\n1,A,unknown,{},x\n');
    expect(columns.map(({ to }) => to)).toEqual(['id', 'first_name', 'consent.email', 'metadata', 'ignore']);
    const other = await importText('id,first_name,metadata,status,metadata.plan\n1,A,x,y,z\n');
    expect(other.columns.map(({ to }) => to)).toEqual([
      ...['external_id', 'first_name', 'metadata.metadata', 'metadata.status', 'metadata.plan'],
    ]);
  });

  it('names metadata in snake_case, safely', () => {
    expect(
      ['Create Date', 'createDate', 'Größe (m²)', '', '__proto__', 'constructor', '名前'].map((header) =>
        metadataKey(header, 4),
      ),
    ).toEqual(['create_date', 'create_date', 'große_m2', 'column_4', 'column_proto', 'column_constructor', '名前']);
  });

  it('gives no lead column twice and loses no column', async () => {
    const { columns } = await importText('Name,First Name,Phone,Mobile,Notes,Notes,\nA B,A,1,2,x,y,z\n');
    expect(columns.map(({ to }) => to)).toEqual([
      'full_name',
      'first_name',
      'phone',
      'metadata.mobile',
      'metadata.notes',
      'metadata.notes_2',
      'metadata.column_7',
    ]);
  });

  it('follows the mapping, and guesses the rest around it', async () => {
    const { columns, problems } = await importText('Name,Email,Backup Email,When\nA,a@x.co,b@x.co,1\n', {
      name: 'first_name',
      'Backup Email': 'email',
      When: { to: 'metadata.seen', type: 'date' },
      Email: null,
    });
    expect(problems).toEqual([]);
    expect(columns.map(({ to }) => to)).toEqual(['first_name', 'ignore', 'email', 'metadata.seen']);
  });

  it.each<[ImportMapping, string]>([
    [{ Nope: 'email' }, '/mapping/Nope'],
    [{ Name: 'email', Email: 'email' }, '/mapping/Email'],
    [{ Name: 'metadata.__proto__' }, '/mapping/Name'],
    [{ Email: { to: 'email', type: 'number' } }, '/mapping/Email'],
    [{ Name: 'ignore' }, '/mapping'],
  ])('refuses the mapping %j', async (mapping, field) => {
    const { problems } = await importText('Name,Email\nA,a@x.co\n', mapping);
    expect(problems.map((problem) => problem.field)).toContain(field);
  });
});

describe('importing a row', () => {
  const plan = async (
    line: string,
    header = 'First Name,Email,Phone,Country',
    mapping?: ImportMapping,
    options?: RowOptions,
  ) => (await importText(`${header}\n${line}\n`, mapping, options)).plans[0];

  it('without a first name is an error', async () => {
    expect(await plan(',a@x.co,,')).toMatchObject({ kind: 'error', errors: [{ code: 'FIRST_NAME_MISSING' }] });
    expect(await plan(',,,ES')).toMatchObject({ kind: 'error' });
  });

  it('drops an invalid e-mail or phone with a warning while the other one is valid', async () => {
    expect(await plan('Ana,nope,+34639679134,')).toMatchObject({
      kind: 'lead',
      lead: { first_name: 'Ana', phone: '+34639679134' },
      warnings: [{ column: 'Email', code: 'INVALID_EMAIL' }],
    });
    expect(await plan('Ana,a@x.co,12345,ES')).toMatchObject({
      kind: 'lead',
      lead: { email: 'a@x.co' },
      warnings: [{ column: 'Phone', code: 'INVALID_PHONE' }],
    });
  });

  it('is an error when what it has of them is invalid', async () => {
    expect(await plan('Ana,nope,,')).toMatchObject({ kind: 'error', errors: [{ code: 'INVALID_EMAIL' }] });
    expect(await plan('Ana,,soon,')).toMatchObject({ kind: 'error', errors: [{ code: 'INVALID_PHONE' }] });
    expect(await plan('Ana,nope,soon,')).toMatchObject({
      kind: 'error',
      errors: [{ code: 'INVALID_EMAIL' }, { code: 'INVALID_PHONE' }],
    });
  });

  it("reads national phones by its own country, else by the account's", async () => {
    const phone = async (line: string, defaultCountry?: string) => {
      const row = await plan(line, undefined, undefined, { defaultCountry });
      return row?.kind === 'lead' ? row.lead.phone : row?.errors[0]?.code;
    };
    expect(await phone('Ana,,639 679 134,Spain', 'US')).toBe('+34639679134');
    expect(await phone('Ana,,(415) 391-4672,', 'US')).toBe('+14153914672');
    expect(await phone('Ana,,(415) 391-4672,Narnia', 'US')).toBe('+14153914672');
    expect(await phone('Ana,,(415) 391-4672,')).toBe('INVALID_PHONE');
  });

  it('takes phones as programs write them, and rejects those whose digits are lost', async () => {
    const file =
      'First name,Email,Phone,Country\nDian,d@example.com,6281234567890.0,ID\nNora,,p:+34600222201,\n' +
      'Ed,,"+1 (212) 555-0123 ext. 45",US\nSi,s@example.com,6.28123E+12,ID\nTo,,6.28123E+12,ID\n';
    const [dian, nora, ed, si, to] = (await importText(file)).plans;
    expect(dian).toMatchObject({ lead: { phone: '+6281234567890' }, warnings: [] });
    expect(nora).toMatchObject({ lead: { phone: '+34600222201' } });
    expect(ed).toMatchObject({ lead: { phone: '+12125550123', metadata: { phone_extension: '45' } } });
    expect(si).toMatchObject({ kind: 'lead', warnings: [{ column: 'Phone', code: 'INVALID_PHONE' }] });
    expect(si).not.toHaveProperty('lead.phone');
    expect(to).toMatchObject({ kind: 'error', errors: [{ column: 'Phone', code: 'INVALID_PHONE' }] });
  });

  it('takes cells that only say that they are empty as empty', async () => {
    for (const empty of ['NULL', '#N/A', 'N/A', '-', '(blank)', 'undefined']) {
      const { plans } = await importText(`First name,Last name,Phone\nKit,${empty},${empty}\n${empty},Doe,\n`);
      expect(plans[0]).toMatchObject({ lead: { first_name: 'Kit' }, warnings: [] });
      expect(plans[0]).not.toHaveProperty('lead.last_name');
      expect(plans[1]).toMatchObject({ kind: 'error', errors: [{ code: 'FIRST_NAME_MISSING' }] });
    }
  });

  it('reads a file whose first line names the separator, and rows that end early', async () => {
    const { plans } = await importText('\ufeffsep=;\r\nNombre;Correo;Notas\r\nLucía;"lucia@example.com,"\r\n');
    expect(plans).toMatchObject([{ lead: { first_name: 'Lucía', email: 'lucia@example.com' } }]);
  });

  it('decides slashed dates for the whole column', async () => {
    const dates = async (lines: string[], mapping?: ImportMapping) => {
      const { plans, problems } = await importText(
        `First Name,Create Date\n${lines.map((date) => `A,${date}`).join('\n')}\n`,
        mapping,
      );
      return problems.length > 0 ? problems : plans.map((row) => row.kind === 'lead' && row.lead.metadata.create_date);
    };
    expect(await dates(['01/02/2026', '01/13/2026'])).toEqual(['2026-01-02', '2026-01-13']);
    expect(await dates(['01/02/2026', '13/01/2026'])).toEqual(['2026-02-01', '2026-01-13']);
    expect(await dates(['01/02/2026'])).toEqual(['01/02/2026']);
    expect(await dates(['13/01/2026', '01/13/2026'])).toEqual(['13/01/2026', '01/13/2026']);
    const mapped: ImportMapping = { 'Create Date': { to: 'metadata.create_date', type: 'date' } };
    expect(await dates(['01/02/2026'], mapped)).toMatchObject([
      { code: 'INVALID_DATE', field: '/mapping/Create Date' },
    ]);
    expect(
      await dates(['01/02/2026'], {
        'Create Date': { to: 'metadata.create_date', type: 'date', date_order: 'day_first' },
      }),
    ).toEqual(['2026-02-01']);
    expect(await dates(['01/02/2026'], { 'Create Date': 'metadata.create_date' })).toEqual(['01/02/2026']);
    expect(await dates(['01/02/2026', 'soon'])).toEqual(['01/02/2026', 'soon']);
  });

  it('says of a column that nothing decides that it stayed text, and follows the other columns and the caller', async () => {
    const one = 'Name,Created on\nA,03/04/2026\n';
    const { columns } = await importText(one);
    expect(columns[1]).toMatchObject({ type: 'text', warning: expect.stringContaining('date_order') });
    const decided = await importText(one, undefined, undefined, 'month_first');
    expect(decided.plans).toMatchObject([{ lead: { metadata: { created_on: '2026-03-04' } } }]);
    const { plans } = await importText('Name,Created on,Updated on\nA,03/04/2026,13/01/2026\n');
    expect(plans).toMatchObject([{ lead: { metadata: { created_on: '2026-04-03', updated_on: '2026-01-13' } } }]);
  });

  it.each([
    ['46334', '2026-11-08'],
    ['46334.5', '2026-11-08T12:00:00.000Z'],
    ['3 de noviembre de 2026', '2026-11-03'],
    ['3. November 2026', '2026-11-03'],
    ['Dienstag, 3. März 2026', '2026-03-03'],
    ['1er août 2026', '2026-08-01'],
    ['12 févr. 2026', '2026-02-12'],
    ['7 juil. 2026', '2026-07-07'],
    ['3 de março de 2026', '2026-03-03'],
    ['3-set-2026', '2026-09-03'],
    ['5 gennaio 2026', '2026-01-05'],
    ['5 lug 26', '2026-07-05'],
    ['Tue, 3 Nov 2026', '2026-11-03'],
    ['November 3rd, 2026', '2026-11-03'],
    ['15-dic-2026', '2026-12-15'],
  ])('reads %s in a column of dates', async (text, date) => {
    const { plans } = await importText(`Name,Fecha\nA,"${text}"\n`);
    expect(plans).toMatchObject([{ lead: { metadata: { fecha: date } }, warnings: [] }]);
  });

  it('takes numbers for dates in a column of dates only, and no word for a month', async () => {
    const { columns, plans } = await importText('Name,Zip,Fecha\nA,46334,3 de jui de 2026\n');
    expect(columns.map(({ type }) => type)).toEqual(['text', 'text', 'date']);
    expect(plans).toMatchObject([{ lead: { metadata: { zip: '46334', fecha: '3 de jui de 2026' } } }]);
  });

  it('reads money where the column is a number and leaves it text elsewhere', async () => {
    const header = 'First Name,Budget,Plan';
    expect(await plan('A,9k,9k', header)).toMatchObject({ lead: { metadata: { budget: 9_000, plan: '9k' } } });
    expect(
      await plan('A,9k,$15,000'.replace('$15,000', '"$15,000"'), header, {
        Plan: { to: 'metadata.p', type: 'number' },
      }),
    ).toMatchObject({
      lead: { metadata: { p: 15_000 } },
    });
    expect(await plan('A,tbd,x', header, { Budget: { to: 'metadata.budget', type: 'number' } })).toMatchObject({
      lead: { metadata: { budget: 'tbd' } },
      warnings: [{ code: 'INVALID_NUMBER' }],
    });
  });

  it('keeps formulas as text, splits tags and whole names, reads consent', async () => {
    const header = 'Full Name,Notes,Tags,Email Opt Out,Email';
    expect(
      await plan('"Díaz, Ana","=HYPERLINK(""http://x"")",vip; Pricing Page;vip,Yes,a@x.co', header, {
        'Email Opt Out': 'consent.email',
      }),
    ).toEqual({
      kind: 'lead',
      lead: {
        first_name: 'Ana',
        last_name: 'Díaz',
        email: 'a@x.co',
        consent: { email: 'opted_out' },
        metadata: { notes: '=HYPERLINK("http://x")' },
      },
      tags: ['vip', 'Pricing Page'],
      warnings: [],
    });
  });

  it('reads back a cell that our own export escaped', async () => {
    expect(await plan("A,,'+34639679134,")).toMatchObject({ lead: { phone: '+34639679134' } });
  });

  it('is an error when a text is too long or metadata holds too much', async () => {
    expect(await plan(`${'x'.repeat(201)},,,`)).toMatchObject({ kind: 'error', errors: [{ code: 'TEXT_TOO_LONG' }] });
    expect(await plan(`A,${'x'.repeat(70_000)}`, 'First Name,Notes')).toMatchObject({
      kind: 'error',
      errors: [{ code: 'INVALID_METADATA' }],
    });
  });

  it('warns of unknown zones and countries', async () => {
    expect(await plan('A,Narnia,Mars/Base', 'First Name,Country,Time Zone')).toMatchObject({
      kind: 'lead',
      warnings: [{ code: 'INVALID_COUNTRY' }, { code: 'INVALID_TIMEZONE' }],
    });
  });
});

describe('any row at all', () => {
  it('is a lead that can be stored or an error with a reason, and never throws', async () => {
    const header = 'First Name,Email,Phone,Country,Tags,Create Date,Budget,Notes,Time Zone,Opt In';
    const { columns } = await importText(`${header}\nA,a@x.co,1,ES,t,2026-01-01,1,n,UTC,yes\n`, {
      'Opt In': 'consent.email',
    });
    const cell = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc.constantFrom(
        '',
        'Ana',
        'a@x.co',
        '639679134',
        '+34639679134',
        '31/31/2026',
        '9k',
        '\u0000',
        '\ud800',
        '__proto__',
        'x'.repeat(300),
      ),
    );
    fc.assert(
      fc.property(fc.array(cell, { minLength: 0, maxLength: 12 }), (cells) => {
        const row = planRow(cells, columns, { defaultCountry: 'ES' });
        if (row.kind === 'error') return expect(row.errors.length).toBeGreaterThan(0);
        expect(row.lead.first_name).not.toBe('');
        expect(JSON.stringify(row).isWellFormed()).toBe(true);
        expect(JSON.stringify(row)).not.toContain('\\u0000');
        if (row.lead.phone) expect(row.lead.phone).toMatch(/^\+\d{8,15}$/);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('the demo file', () => {
  it('loses no row: each of the 1,020 is a lead or a clear row error', async () => {
    const file = await openCsv(createReadStream('demo/leads.csv'));
    const rows: TableRow[] = [];
    const analyser = createColumnAnalyser(file.headers);
    for await (const row of file.rows) {
      rows.push(row);
      analyser.add(row.cells);
    }
    const { columns, problems } = planColumns(analyser.finish());
    expect(problems).toEqual([]);
    expect(
      columns.map(({ to, type, date_order }) =>
        [to, type, date_order].filter((part) => part && part !== 'text').join(' '),
      ),
    ).toEqual([
      'first_name',
      'last_name',
      'email',
      'phone',
      'company',
      'title',
      'country',
      'metadata.city',
      'timezone',
      'source',
      'tags',
      'metadata.create_date date month_first',
      'metadata.budget number',
      'metadata.renewal_date date',
      'metadata.notes',
    ]);
    const plans = rows.map(({ cells }) => planRow(cells, columns, { defaultCountry: 'US' }));
    const leads = plans.filter((row) => row.kind === 'lead');
    const errors = plans.flatMap((row) => (row.kind === 'error' ? row.errors : []));
    const tally = (codes: string[]) =>
      Object.fromEntries(
        [...new Set(codes)].sort().map((code) => [code, codes.filter((other) => other === code).length]),
      );
    expect(rows).toHaveLength(1_020);
    expect(leads.length + plans.filter((row) => row.kind === 'error').length).toBe(1_020);
    expect(tally(errors.map(({ code }) => code))).toEqual({ FIRST_NAME_MISSING: 26, INVALID_EMAIL: 1 });
    expect(tally(leads.flatMap(({ warnings }) => warnings.map(({ code }) => code)))).toEqual({
      INVALID_EMAIL: 13,
      INVALID_PHONE: 18,
    });
    for (const { lead } of leads) {
      expect(lead.first_name.trim()).not.toBe('');
      if (lead.phone) expect(lead.phone).toMatch(/^\+\d{8,15}$/);
      if (lead.metadata.budget !== undefined) expect(typeof lead.metadata.budget).toBe('number');
      if (lead.metadata.create_date !== undefined)
        expect(lead.metadata.create_date).toMatch(/^20\d\d-\d\d-\d\d(T\d\d:\d\d:00\.000Z)?$/);
    }
    expect(leads.filter(({ lead }) => lead.metadata.notes === '=HYPERLINK("http://x")').length).toBe(
      readFileSync('demo/leads.csv', 'utf8').split('=HYPERLINK').length -
        1 -
        plans.filter((row, index) => row.kind === 'error' && rows[index]?.cells[14]?.startsWith('=')).length,
    );
  });
});
