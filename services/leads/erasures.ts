import { insertOwnOperation } from '../../db/accounts/audit.js';
import { listOpenImports } from '../../db/imports/imports.js';
import { SEARCHES, type SearchTerms } from '../../db/leads/erasure-searches.js';
import {
  countErased,
  findErasure,
  insertErasure,
  listStuckErasures,
  noteErasureProgress,
  touchErasures,
} from '../../db/leads/erasures.js';
import type { ErasureRow, LeadRow } from '../../db/tables.js';
import { inWork, type Work, type WorkDependencies } from '../../db/work.js';
import type { Identity } from '../../domain/values/identity.js';
import { newId } from '../../runtime/ids.js';
import type { Logger } from '../../runtime/logger.js';
import type { SecretBox } from '../../runtime/secret-box.js';
import type { ErasureProgress } from '../../workflows/erasure.protocol.js';
import { wakeErasures } from '../instructions/leads.js';

export interface ErasureDependencies extends WorkDependencies {
  box: SecretBox;
  logger: Logger;
}

/** Requests, runs of functions and events that were in flight have committed or given up by then. */
const SETTLED_MS = 60_000;
/** Rows that are searched in one piece: a transaction locks no more than those among them that are found. */
const ROWS_AT_ONCE = 200;
/** One activity works pieces for so long. */
const AT_ONCE_MS = 8_000;
/** Imports that were uploaded before are waited for, since their rows may still fail. */
const IMPORT_MS = 30_000;
const STUCK_MS = 5 * 60_000;
const RESTARTED_AT_ONCE = 50;

const STEPS = Object.keys(SEARCHES);
const FIRST = STEPS[0] as string;
const marksContext = (id: string): string => `erasures/${id}/marks`;

/** Returns the identifiers of a person in texts, in lower case. Phones are written with and without a plus. */
const marksOf = ({ email, phone }: LeadRow, userIds: readonly string[]): string[] =>
  [email, phone?.replace('+', ''), ...userIds].flatMap((mark) => mark?.toLowerCase() || []);

interface Erased {
  lead: LeadRow;
  userIds: readonly string[];
  identities: readonly Identity[];
  goneBody: string;
}

/** Records the erasure of a lead and starts the workflow that searches for what no index finds. */
export async function startSearches(work: Work, box: SecretBox, erased: Erased): Promise<void> {
  const { lead, userIds, identities, goneBody } = erased;
  const { tx, now } = work;
  const row = { id: newId(), account_id: lead.account_id, lead_id: lead.id };
  await insertErasure(tx, {
    ...row,
    requested_at: now,
    search_from: new Date(now.getTime() + SETTLED_MS),
    marks: box.seal(JSON.stringify(marksOf(lead, userIds)), marksContext(row.id)),
    gone_body: goneBody,
    identities,
  });
  await wakeErasures(work, [row], 'requested');
}

const progressOf = (row: ErasureRow, more: Partial<ErasureProgress>): ErasureProgress => ({
  finished: false,
  step: row.step || FIRST,
  sleepUntil: null,
  looked: Number(row.looked_count),
  erased: Number(row.erased_count),
  ...more,
});

/**
 * Searches the next pieces for what names an erased person, for some seconds. A piece and how far it came commit together:
 * a process that dies leaves the piece to the next one. What fails is tried again in smaller pieces.
 */
export async function searchErased(
  deps: ErasureDependencies,
  id: string,
  { attempt = 1 }: { attempt?: number } = {},
): Promise<ErasureProgress> {
  const until = performance.now() + AT_ONCE_MS;
  for (;;) {
    const row = await findErasure(deps.db, id);
    if (!row || row.finished_at) return { finished: true, step: '', sleepUntil: null, looked: 0, erased: 0 };
    const sleepUntil = await waitOf(deps, row);
    if (sleepUntil) return progressOf(row, { sleepUntil: sleepUntil.toISOString() });
    if (performance.now() > until) return progressOf(row, {});
    await searchPiece(deps, row, Math.max(1, ROWS_AT_ONCE >> (attempt - 1)));
  }
}

/** Returns when an erasure is to be continued, if that isn't now. */
async function waitOf({ db, clock }: ErasureDependencies, row: ErasureRow): Promise<Date | undefined> {
  const now = clock.now();
  if (row.search_from > now) return row.search_from;
  if (row.step !== 'import_rows' || row.place !== '') return undefined;
  const open = await listOpenImports(db, row.account_id, row.requested_at);
  return open.length > 0 ? new Date(now.getTime() + IMPORT_MS) : undefined;
}

async function searchPiece({ box, logger, ...deps }: ErasureDependencies, row: ErasureRow, limit: number) {
  const step = row.step || FIRST;
  const now = deps.clock.now();
  const sought: SearchTerms = {
    accountId: row.account_id,
    leadId: row.lead_id,
    marks: row.marks === null ? [] : JSON.parse(box.open(row.marks, marksContext(row.id))),
    requestedAt: row.requested_at,
    goneBody: row.gone_body ?? 'null',
    now,
  };
  const search = SEARCHES[step];
  const piece = await search?.(deps.db, sought, { place: row.place, limit });
  const next = piece?.place === undefined ? STEPS[STEPS.indexOf(step) + 1] : step;
  await inWork(deps, async ({ tx }) => {
    const looked_count = Number(row.looked_count) + (piece?.looked ?? 0);
    const place = { step: next ?? step, place: piece?.place ?? '', looked_count, updated_at: now };
    const isOver = next === undefined;
    // Nothing that identifies the person is left in the row once it isn't needed any more.
    const over = isOver ? { finished_at: now, marks: null, identities: null, gone_body: null } : {};
    if (!(await noteErasureProgress(tx, row, { ...place, ...over }))) return;
    const erased = (await piece?.erase(tx)) ?? 0;
    await countErased(tx, row.id, erased);
    if (!isOver) return;
    await insertOwnOperation(tx, {
      id: newId(),
      accountId: row.account_id,
      at: now,
      operation: 'finishErasure',
      resource: { type: 'leads', id: row.lead_id },
      counts: { searched: looked_count, erased: Number(row.erased_count) + erased },
    });
  });
  if (next === undefined) logger.info({ erasure_id: row.id, account_id: row.account_id }, 'An erasure has finished');
}

/** Starts the workflows of erasures again that got no further for minutes. Returns how many. */
export async function restartStuckErasures(deps: WorkDependencies): Promise<number> {
  const found = await listStuckErasures(deps.db, new Date(deps.clock.now().getTime() - STUCK_MS), RESTARTED_AT_ONCE);
  if (found.length === 0) return 0;
  await inWork(deps, async (work) => {
    const ids = found.map(({ id }) => id);
    await touchErasures(work.tx, ids, work.now);
    await wakeErasures(work, found, 'overdue');
  });
  return found.length;
}
