import { readFileSync } from 'node:fs';
import { Api } from './api.js';
import { print, row } from './screen.js';

/**
 * The worked functions of the reference, each run as a dry run on a lead that its own query finds; then the effects of
 * one are carried out, and refused a second time. All of it by the public API.
 */

interface Reference {
  leads_query: {
    examples: { title: string; query: object; function: { name: string; description: string; source: string } }[];
  };
}
interface Run {
  id: string;
  status: string;
  duration_ms: number;
  result: unknown;
  error: { message: string } | null;
  lead_before: { first_name: string } | null;
  lead_after: { first_name: string } | null;
  effects: { type: string; applied: boolean }[];
}

const PEOPLE = [
  { first_name: 'ANA', last_name: 'GARCÍA', email: 'ana@acme.example', company: 'Acme', country: 'ES', tags: ['vip'] },
  { first_name: 'Bo', email: 'bo@acme.example', company: 'Acme', metadata: { budget: '15.000 €' } },
  { first_name: 'Cem', email: 'cem@example.com', metadata: { budget: '9k' }, timezone: 'Europe/Istanbul' },
];
const FINDER = 'export default async (ctx, svc) => (await svc.leads.query(ctx.input)).leads[0]?.id;';

const [serviceFile = ''] = process.argv.slice(2);

async function play(): Promise<boolean> {
  const service = JSON.parse(readFileSync(serviceFile, 'utf8')) as { api_url: string };
  const api = new Api(service.api_url, process.env.DEMO_API_KEY ?? '');
  const store = async (name: string, source: string): Promise<string> =>
    (await api.post<{ function: { id: string } }>('/cloud-functions', { name, source })).function.id;
  const run = async (id: string, ctx: object): Promise<Run> =>
    (await api.post<{ run: Run }>(`/cloud-functions/${id}/run`, { ctx })).run;

  for (const person of PEOPLE) await api.post('/leads', person);
  const { leads_query } = await api.get<Reference>('/scheduled-functions/reference');
  const finder = await store('finder', FINDER);
  const runs = new Map<string, Run>();
  print('\nTen functions, each as a dry run on a lead that its query finds:');
  for (const { query, function: worked } of leads_query.examples) {
    const found = await run(finder, { input: query });
    const done = await run(await store(worked.name, worked.source), { lead_id: found.result });
    runs.set(worked.name, done);
    const effects = done.effects.map(({ type }) => type).join(', ') || 'no effects';
    row(worked.name, `${done.status} in ${done.duration_ms} ms: ${done.error?.message ?? effects}`);
  }
  const tidy = runs.get('tidy-names');
  if (!tidy) throw new Error('The reference has no function tidy-names.');
  print('\nWhat one of them asked for is carried out, once:');
  row('before and after', `${tidy.lead_before?.first_name} -> ${tidy.lead_after?.first_name}`);
  const applied = await api.post<{ run: Run }>(`/cloud-functions/runs/${tidy.id}/apply`);
  row('applied', String(applied.run.effects.every((effect) => effect.applied)));
  const again = await api.post(`/cloud-functions/runs/${tidy.id}/apply`).then(
    () => 'carried out again',
    (error: Error) => error.message,
  );
  row('a second time', again);
  return [...runs.values()].every(({ status }) => status === 'success') && again.includes('409');
}

process.exitCode = (await play()) ? 0 : 1;
