import { describe, expect, it } from '@jest/globals';
import { createColumnAnalyser } from '../../domain/imports/analysis.js';
import { planColumns } from '../../domain/imports/mapping.js';
import { openFile } from '../../domain/imports/open-file.js';
import { planRow } from '../../domain/imports/plan-row.js';
import type { TableRow } from '../../domain/imports/table.js';
import { bytes } from '../support/csv.js';

const read = async (content: string, chunk = 7) => {
  const file = await openFile(bytes(content, chunk));
  const rows: TableRow[] = [];
  const analyser = createColumnAnalyser(file.headers);
  for await (const row of file.rows) {
    rows.push(row);
    analyser.add(row.cells);
  }
  const analysis = analyser.finish().map((one) => ({ ...one, isNumber: file.numbers.has(one.header) }));
  const { columns } = planColumns(analysis);
  return { ...file, rows, columns, plans: rows.map(({ cells }) => planRow(cells, columns)) };
};

describe('reading JSON lines', () => {
  it('takes keys for columns, and keeps what a value is', async () => {
    const lines = [
      '{"first_name": "Ana", "email": "ana@example.com", "seats": 12, "code": "007", "tags": ["fair, 2026", "vip"]}',
      '',
      '{"first_name": "Bo", "phone": "+34600222901", "consent": {"email": "opted_out"}, "metadata": {"plan": {"a": 1}}}',
    ];
    const file = await read(`\ufeff${lines.join('\r\n')}`);
    expect(file.type).toBe('ndjson');
    expect(file.plans).toMatchObject([
      { tags: ['fair, 2026', 'vip'], lead: { email: 'ana@example.com', metadata: { seats: 12, code: '007' } } },
      { lead: { phone: '+34600222901', consent: { email: 'opted_out' }, metadata: { plan: { a: 1 } } } },
    ]);
    expect(file.rows.map(({ line }) => line)).toEqual([1, 3]);
  });

  it('keeps keys that only later lines have as metadata', async () => {
    const file = await read(`${'{"name":"Ana Gil"}\n'.repeat(1_500)}{"name":"Bo Gil","late":[1,2]}\n`, 4_096);
    expect(file.plans.at(-1)).toMatchObject({ lead: { first_name: 'Bo', metadata: { late: [1, 2] } } });
  });

  it('takes back what the API answered', async () => {
    const lead = {
      id: '01a21ff4-8aa6-7429-aa6e-acd64795c08e',
      first_name: 'Ana',
      last_name: null,
      email: 'ana@example.com',
      consent: { email: 'unknown', call: 'opted_out' },
      metadata: { seats: 12 },
      tags: [],
      version: 3,
      campaign: { id: 'x', name: 'y' },
      created_at: '2026-11-28T02:20:49.702Z',
    };
    const { plans } = await read(JSON.stringify(lead));
    expect(plans).toEqual([
      {
        kind: 'lead',
        tags: [],
        warnings: [],
        lead: {
          id: lead.id,
          first_name: 'Ana',
          email: 'ana@example.com',
          consent: { call: 'opted_out' },
          metadata: { seats: 12 },
        },
      },
    ]);
  });

  it('answers a line that is no object as a row error', async () => {
    const { rows } = await read('{"name":"Ana"}\nnope\n[1]\n{"name":"Bo"}\n');
    expect(rows.map(({ error }) => error?.code)).toEqual([undefined, 'INVALID_JSON', 'INVALID_JSON', undefined]);
  });

  it.each([
    ['[{"name":"Ana"}]', 'NOT_NDJSON'],
    ['{}\n{}\n', 'NOT_NDJSON'],
    [`{"name":"${'x'.repeat(2_000_000)}"}`, 'ROW_TOO_LONG'],
    [JSON.stringify(Object.fromEntries(Array.from({ length: 600 }, (_, at) => [`k${at}`, 1]))), 'TOO_MANY_COLUMNS'],
  ])('refuses the file %.20j', async (content, code) => {
    await expect(read(content, 65_536)).rejects.toMatchObject({ code });
  });

  it('leaves a CSV file alone whose header begins with a brace', async () => {
    expect(await read('{name},email\nAna,a@x.co\n')).toMatchObject({ type: 'csv', headers: ['{name}', 'email'] });
  });
});
