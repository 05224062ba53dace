import type { Knex } from 'knex';
import { findAccount, findRetention } from '../../db/accounts/accounts.js';
import { fromJson } from '../../db/connection.js';
import {
  beginPasses,
  findDuePass,
  holdCounting,
  listRetentionPasses,
  lockDuePass,
  lookThrough,
  removeRecords,
  updatePass,
} from '../../db/operations/retention.js';
import type { RetentionPassRow } from '../../db/tables.js';
import { daysKept, goneBefore, kindsThatGo } from '../../domain/accounts/retention.js';
import type { Logger } from '../../runtime/logger.js';
import { type KeptReason, RECORD_KINDS, type RecordKind, type Retention } from '../../schemas/accounts/retention.js';

const DAY_MS = 86_400_000;
/** A pass that failed is tried again after this time. */
const AGAIN_MS = 3_600_000;
/** The size of a batch, small enough that other transactions hardly wait for its rows. */
const PIECES: Record<RecordKind, number> = {
  history: 1_000,
  function_runs: 100,
  function_fires: 1_000,
  job_cycles: 10,
  message_html: 500,
  audit_values: 1_000,
};
/** The number of rows that a preview reads in one statement. */
const READ_AT_ONCE = 10_000;
/** Nothing is before it. */
const START = '';

/** Schedules the purge of expired records right away, in the transaction that changes the settings. */
export const planPasses = (tx: Knex, accountId: string, retention: Retention | null, now: Date): Promise<void> =>
  beginPasses(tx, accountId, kindsThatGo(retention), now);

/**
 * Purges the next batch of an account. Returns false if none is due. A batch and its cursor commit together, under the
 * account's row. A process that dies leaves no partial batch, and a change of the settings waits for the current batch
 * and applies from the next one. Accounts take turns. After a failure, an account is retried after an hour.
 */
export async function applyNextRetentionPass({
  db,
  now,
  logger,
}: {
  db: Knex;
  now: Date;
  logger: Logger;
}): Promise<boolean> {
  const due = await findDuePass(db, now);
  if (!due) return false;
  try {
    await db.transaction(async (tx) => {
      const retention = await findRetention(tx, due.account_id);
      const pass = await lockDuePass(tx, due, now);
      if (pass) await workPiece(tx, pass, fromJson<Retention | null>(retention), now);
    });
  } catch (error) {
    logger.warn({ err: error, account_id: due.account_id, kind: due.kind }, 'Old records could not be put away');
    await updatePass(db, due, { due_at: new Date(now.getTime() + AGAIN_MS) });
  }
  return true;
}

async function workPiece(tx: Knex, pass: RetentionPassRow, retention: Retention | null, now: Date): Promise<void> {
  const before = goneBefore(pass.kind, retention, now);
  if (!before) return updatePass(tx, pass, { due_at: null, place: START, n: 0 });
  // A rebuild of the counts reads all events, so none may be deleted during it.
  if (pass.kind === 'history' && !(await holdCounting(tx))) return updatePass(tx, pass, { due_at: now });
  const old = { accountId: pass.account_id, now, before };
  const piece = { place: pass.place, limit: PIECES[pass.kind] };
  const { last, going } = await lookThrough(tx, pass.kind, old, piece);
  await removeRecords(tx, pass.kind, going, old);
  const n = Number(pass.n) + going.length;
  const deleted = pass.gone_before && pass.gone_before > before ? pass.gone_before : before;
  await updatePass(tx, pass, {
    total: Number(pass.total) + going.length,
    ...(going.length > 0 ? { gone_before: deleted } : {}),
    ...(last === undefined
      ? { due_at: new Date(now.getTime() + DAY_MS), place: START, n: 0, last_at: now, last_n: n }
      : { due_at: now, place: last, n }),
  });
}

/** The preview of one kind of records: those to purge now, those that stay and why, and the purged ones. */
export interface KindPreview {
  kind: RecordKind;
  days: number | null;
  before: Date | null;
  count: number;
  kept: { reason: KeptReason; count: number }[];
  pass: RetentionPassRow | undefined;
}

/** Counts what would be put away now under an account's settings with some changed, by the rule that does it. */
export async function previewRetention(
  db: Knex,
  { accountId, changes, now }: { accountId: string; changes: Retention; now: Date },
): Promise<KindPreview[]> {
  const stored = fromJson<Retention | null>((await findAccount(db, accountId)).retention);
  const retention = { ...stored, ...changes };
  const passes = new Map((await listRetentionPasses(db, accountId)).map((pass) => [pass.kind, pass]));
  const previews: KindPreview[] = [];
  for (const kind of Object.keys(RECORD_KINDS) as RecordKind[]) {
    const before = goneBefore(kind, retention, now);
    const counted = before ? await countOld(db, kind, { accountId, now, before }) : { count: 0, kept: [] };
    previews.push({ kind, days: daysKept(kind, retention), before, ...counted, pass: passes.get(kind) });
  }
  return previews;
}

async function countOld(db: Knex, kind: RecordKind, old: { accountId: string; now: Date; before: Date }) {
  const reasons = new Map<KeptReason, number>();
  let count = 0;
  for (let place: string | undefined = START; place !== undefined; ) {
    const { last, going, kept } = await lookThrough(db, kind, old, { place, limit: READ_AT_ONCE });
    count += going.length;
    for (const [reason, n] of Object.entries(kept) as [KeptReason, number][])
      reasons.set(reason, (reasons.get(reason) ?? 0) + n);
    place = last;
  }
  return { count, kept: [...reasons].map(([reason, n]) => ({ reason, count: n })) };
}
