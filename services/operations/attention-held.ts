import { type HeldGroup, listHeldGroups } from '../../db/operations/held-work.js';
import type { AttentionItem, ListKind } from './attention-item.js';

/** The names of held work, singular and plural. */
const HELD_WORDS: Record<HeldGroup['kind'], [string, string]> = {
  run: ['run', 'runs'],
  message: ['message', 'messages'],
  meeting: ['booking', 'bookings'],
  campaign: ['campaign', 'campaigns'],
  campaign_lead: ['lead of a campaign', 'leads of a campaign'],
  cycle: ['cycle of a background job', 'cycles of a background job'],
  conversation: ['conversation', 'conversations'],
  import: ['import', 'imports'],
  document: ['document', 'documents'],
};

/** Describes held work. */
function itemOf({ kind, account_id, agent_id, step_key, fault, id, n, tries, held_at }: HeldGroup): AttentionItem {
  const place = [agent_id && `workflow ${agent_id}`, step_key && `step ${step_key}`].filter(Boolean).join(', ');
  const which =
    n > 1 && agent_id ? `--workflow ${agent_id}` : n > 1 || kind !== 'run' ? `--account ${account_id}` : `--run ${id}`;
  return {
    kind: 'work_held',
    what: 'work on hold after repeated failures',
    account_id,
    id,
    since: held_at,
    detail: `${n} ${HELD_WORDS[kind][n === 1 ? 0 : 1]}${place && ` (${place})`}: ${fault}, ${tries} attempts`,
    remedy: `fix the cause, or deploy a release with a fix; the work then resumes automatically, or with npm run admin -- runs retry ${which}`,
  };
}

/** Lists what is held because it failed again and again, by step and fault: a bad release is one line, not thousands. */
export const listHeld: ListKind = (db, { accountId, limit }) => {
  const rows = listHeldGroups(db, { accountId }, limit);
  return { rows, items: async () => (await rows).map(itemOf) };
};
