import type { Body } from '../../api/operation-types.js';
import { filterBodyOf, queryOf } from './lead-query.js';
import type { LeadSearch } from './lead-search.js';

export type BulkOperation =
  | ('add_tags' | 'remove_tags' | 'set_owner' | 'set_campaign' | 'set_metadata')
  | ('enroll' | 'delete');

/** The selected leads: some by ID, or all that match the filters of the list. */
export type LeadSelection = { all: false; ids: readonly string[] } | { all: true; search: LeadSearch };

export const NO_LEADS: LeadSelection = { all: false, ids: [] };

/** Selects or deselects a lead. In "all matching" no single lead can be deselected, so the selection starts over. */
export function toggle(chosen: LeadSelection, id: string): LeadSelection {
  if (chosen.all) return { all: false, ids: [id] };
  return { all: false, ids: chosen.ids.includes(id) ? chosen.ids.filter((each) => each !== id) : [...chosen.ids, id] };
}

/** Adds the leads of a list from one to another to those that are chosen; that one alone where the first is not there. */
export function selectRange(
  chosen: LeadSelection,
  ids: readonly string[],
  from: string | undefined,
  to: string,
): LeadSelection {
  const end = ids.indexOf(to);
  const begin = from === undefined ? -1 : ids.indexOf(from);
  const between = begin < 0 ? [to] : ids.slice(Math.min(begin, end), Math.max(begin, end) + 1);
  return { all: false, ids: [...new Set([...(chosen.all ? [] : chosen.ids), ...between])] };
}

/** Reads a value as it is meant: a number, yes or no, a list; a text where it is nothing else, null where it is empty. */
function meantBy(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Names all leads that fit an address, as the API takes it. */
function fitting(search: LeadSearch): object {
  const query = queryOf(search);
  return query ? { query } : { filter: filterBodyOf(search) };
}

/** Writes a change of the chosen leads as the API takes it. */
export function bodyOf(
  operation: BulkOperation,
  chosen: LeadSelection,
  values: Record<string, string>,
): Body<'changeLeads'> {
  const whom = chosen.all ? fitting(chosen.search) : { lead_ids: chosen.ids };
  const tags = (values.tags ?? '')
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean);
  return {
    ...whom,
    operation,
    ...(operation === 'add_tags' || operation === 'remove_tags' ? { tags } : {}),
    ...(operation === 'set_owner' ? { owner_id: values.owner_id || null } : {}),
    ...(operation === 'set_campaign' ? { campaign_id: values.campaign_id || null } : {}),
    ...(operation === 'set_metadata'
      ? { metadata: { [(values.key ?? '').trim()]: meantBy((values.value ?? '').trim()) } }
      : {}),
    ...(operation === 'enroll' ? { workflow_id: values.workflow_id } : {}),
  } as Body<'changeLeads'>;
}
