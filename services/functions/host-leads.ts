import { HostError } from '../../functions/sandbox.js';
import { type FunctionOnlyParams, LEAD_COLUMNS } from '../../schemas/functions/function-effects.js';
import { LeadChanges } from '../../schemas/functions/svc-arguments.js';
import { type LeadFields, readLead } from '../leads/read-lead.js';
import { checkArguments, invalid, isRecord } from './check-arguments.js';
import type { EffectAsked, HostMethods, HostRun } from './host-run.js';
import type { LeadEntry } from './run-leads.js';

/** Makes the methods that read leads and change their columns. */
export function leadMethods(run: HostRun): HostMethods<'leads.get' | 'leads.query' | 'leads.update'> {
  const { leads, options } = run;
  return {
    'leads.get': async (lead) => (await leads.find(lead)).view(),
    'leads.query': async (query) => {
      const page = await options.leads.query(query);
      return { ...page, leads: await Promise.all(page.leads.map((lead) => asWritten(run, lead))) };
    },
    'leads.update': async (lead, changes) => {
      if (!isRecord(changes)) throw invalid('The changes must be an object.');
      return updateLead(run, await leads.find(lead), changes);
    },
  };
}

/** Shows a lead of a page as the run's own writes leave it. */
async function asWritten({ leads }: HostRun, lead: { id: string }): Promise<Record<string, unknown>> {
  const entry = await leads.known(lead.id);
  if (!entry) return { ...lead };
  const view = entry.view() as unknown as Record<string, unknown>;
  return Object.fromEntries(Object.keys(lead).map((key) => [key, view[key]]));
}

function updateLead(run: HostRun, entry: LeadEntry, given: Record<string, unknown>): EffectAsked {
  const { metadata, owner_id, ...columns } = given;
  const unknown = Object.keys(columns).find((key) => !(LEAD_COLUMNS as readonly string[]).includes(key));
  if (unknown !== undefined) throw invalid(`${unknown} isn't a field of a lead. Store it in metadata.`);
  checkArguments(LeadChanges, given);
  const made: EffectAsked[] = [];
  if (Object.keys(columns).length > 0) made.push(updateColumns(run, entry, columns));
  if (isRecord(metadata)) {
    const values = Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== null));
    const unset = Object.keys(metadata).filter((key) => metadata[key] === null);
    made.push(run.act(entry, 'set_metadata', { values, unset }));
  }
  if (owner_id !== undefined) made.push(run.act(entry, 'assign_owner', { user_id: owner_id }));
  const last = made.at(-1);
  if (!last) throw invalid('The changes are empty.');
  return last;
}

function updateColumns({ record }: HostRun, entry: LeadEntry, columns: Record<string, unknown>): EffectAsked {
  const read = readLead(columns as LeadFields, entry.country);
  if (!read.ok) {
    const [problem] = read.problems;
    throw new HostError(problem?.code ?? 'VALIDATION_ERROR', `${problem?.field.slice(1)}: ${problem?.message}`);
  }
  const changes = read.values as FunctionOnlyParams['update_lead']['changes'];
  const shown = entry.view() as unknown as Record<string, unknown>;
  const before = Object.fromEntries(Object.keys(changes).map((key) => [key, shown[key] ?? null]));
  const target = { kind: 'lead' as const, id: entry.id };
  const effect = record({ type: 'update_lead', target, params: { changes }, before, after: changes });
  entry.applyColumns(changes);
  return effect;
}
