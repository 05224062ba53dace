import type { Knex } from 'knex';
import {
  insertTemplate,
  listSubmitted,
  listUnsubmitted,
  lockTemplateByName,
  updateTemplate,
} from '../../db/channels/templates.js';
import { lockWhatsAppNumber, noteSyncAsked, updateWhatsAppNumber } from '../../db/channels/whatsapp-numbers.js';
import { inTransaction } from '../../db/connection.js';
import { insertEvents } from '../../db/events/events.js';
import type { TemplateRow, WhatsAppNumberRow } from '../../db/tables.js';
import { inWork, type Work, type WorkDependencies } from '../../db/work.js';
import { throughputAfter } from '../../domain/channels/messaging-limit.js';
import type {
  NumberState,
  ProviderAnswer,
  ProviderTemplate,
  WhatsAppProvider,
} from '../../providers/whatsapp/provider.js';
import { newId } from '../../runtime/ids.js';
import { explainFailure } from '../../runtime/network-failure.js';
import { wakeTemplateSyncs } from '../instructions/channels.js';
import { changeTemplate } from './change-template.js';

/** The result of a sync with the provider. */
export interface SyncResult {
  submitted: number;
  /** Templates that were not taken for now and have to be handed in again. */
  waiting: number;
  templates: number;
  changed: number;
  /** The provider's refusal, where it didn't let us look. */
  refused: string | null;
}

/** The error that ended a sync. */
export interface SyncError {
  code: string;
  message: string;
}

const ORIGIN = { kind: 'provider', id: 'whatsapp' } as const;

/** Requests a sync of the templates and state of these numbers after the commit. */
export async function askForTemplateSync(
  work: Work,
  numbers: readonly Pick<WhatsAppNumberRow, 'id' | 'account_id'>[],
): Promise<void> {
  const { tx, now } = work;
  await noteSyncAsked(
    tx,
    now,
    numbers.map(({ id }) => id),
  );
  await wakeTemplateSyncs(work, numbers);
}

/** Notes on the number how a look ended; one that was asked for while it went on is still to come. */
export async function noteSync(
  db: Knex,
  now: Date,
  { id, sync_asked_at }: Pick<WhatsAppNumberRow, 'id' | 'sync_asked_at'>,
  error: SyncError | null,
): Promise<void> {
  const synced_at = new Date(Math.max(now.getTime(), sync_asked_at?.getTime() ?? 0));
  const sync_error = error && JSON.stringify({ code: error.code, message: error.message });
  await updateWhatsAppNumber(db, id, { synced_at, sync_error });
}

/** The provider couldn't be asked at all. */
class Unanswered extends Error {
  readonly code: string;
  constructor(code: string) {
    super(explainFailure('The provider', code));
    this.code = code;
  }
}

/**
 * Hands templates in that are not the provider's yet, then takes over what it says of all of them and of the number.
 * Repeats are harmless. The number tells how it ended. Throws while the provider can't be reached, so that it is tried
 * again later.
 */
export async function syncNumber(
  deps: WorkDependencies,
  number: WhatsAppNumberRow,
  provider: WhatsAppProvider,
): Promise<SyncResult> {
  try {
    const { error, ...result } = await look(deps, number, provider);
    await noteSync(deps.db, deps.clock.now(), number, error);
    return { ...result, refused: error?.code ?? null };
  } catch (error) {
    if (error instanceof Unanswered) await noteSync(deps.db, deps.clock.now(), number, error);
    throw error;
  }
}

async function look(
  deps: WorkDependencies,
  number: WhatsAppNumberRow,
  provider: WhatsAppProvider,
): Promise<Omit<SyncResult, 'refused'> & { error: SyncError | null }> {
  const { submitted, refusals, rejections } = await submitAll(deps, number, provider);
  const waiting = refusals.length;
  const stateAskedAt = deps.clock.now();
  const state = answered(await provider.readNumber());
  if (state.ok) await takeState(deps.db, deps.clock.now(), number, state.value, readAt(stateAskedAt));
  // Read before the list, so that a template submitted at the same time isn't taken for deleted.
  const known = await listSubmitted(deps.db, number.account_id, number.waba_id ?? '');
  const listAskedAt = deps.clock.now();
  const listed = answered(await provider.listTemplates());
  if (!listed.ok) return { submitted, waiting, templates: 0, changed: 0, error: listed };
  await takeRejections(deps, rejections, listed.value);
  let changed = await takeDeletions(deps, known, listed.value);
  for (const template of listed.value) {
    const taken = await inWork(deps, (work) => takeTemplate(work, number, template, readAt(listAskedAt)));
    if (taken) changed += 1;
  }
  const error = state.ok ? (refusals[0] ?? null) : state;
  return { submitted, waiting, templates: listed.value.length, changed, error };
}

function answered<T>(answer: ProviderAnswer<T>): Exclude<ProviderAnswer<T>, { kind: 'unreachable' | 'timeout' }> {
  if (!answer.ok && answer.kind !== 'refused') {
    throw new Unanswered(answer.code);
  }
  return answer as Exclude<ProviderAnswer<T>, { kind: 'unreachable' | 'timeout' }>;
}

/** A template that the provider refused for good, and its words. */
interface Rejection {
  row: TemplateRow;
  reason: string;
}

async function submitAll(
  deps: WorkDependencies,
  number: WhatsAppNumberRow,
  provider: WhatsAppProvider,
): Promise<{ submitted: number; refusals: SyncError[]; rejections: Rejection[] }> {
  const rows = await listUnsubmitted(deps.db, number.account_id, number.waba_id ?? '');
  const refusals: SyncError[] = [];
  const rejections: Rejection[] = [];
  for (const row of rows) {
    const { name, language, category } = row;
    const components = JSON.parse(row.components ?? '[]') as Record<string, unknown>[];
    const answer = answered(
      await provider.submitTemplate({ name, language, category: category ?? 'UTILITY', components }),
    );
    if (answer.ok) {
      const { id, status } = answer.value;
      await inWork(deps, (work) => changeTemplate(work, row, ORIGIN, { provider_template_id: id, status }));
    } else if (answer.forNow) {
      // A bad token or a limit is no verdict on the template.
      refusals.push(answer);
    } else {
      rejections.push({ row, reason: answer.message.slice(0, 500) });
    }
  }
  return { submitted: rows.length - refusals.length, refusals, rejections };
}

/** A template that was refused although the provider lists it was taken before, when its answer did not reach us. */
async function takeRejections(
  deps: WorkDependencies,
  rejections: readonly Rejection[],
  listed: readonly ProviderTemplate[],
): Promise<void> {
  const there = new Set(listed.map(({ name, language }) => `${name}/${language}`));
  for (const { row, reason: rejected_reason } of rejections) {
    if (there.has(`${row.name}/${row.language}`)) continue;
    await inWork(deps, (work) => changeTemplate(work, row, ORIGIN, { status: 'REJECTED', rejected_reason }));
  }
}

/** A template that the provider once had and no longer lists was deleted there: it can't be sent any more. */
async function takeDeletions(
  deps: WorkDependencies,
  known: readonly TemplateRow[],
  listed: readonly ProviderTemplate[],
): Promise<number> {
  const there = new Set(listed.flatMap(({ id, name, language }) => [id, `${name}/${language}`]));
  const deleted = known.filter(
    ({ provider_template_id, name, language }) =>
      !there.has(provider_template_id ?? '') && !there.has(`${name}/${language}`),
  );
  for (const row of deleted) {
    await inWork(deps, (work) =>
      changeTemplate(work, row, ORIGIN, {
        status: 'REJECTED',
        rejected_reason: 'The template was deleted at the provider.',
      }),
    );
  }
  return deleted.length;
}

/**
 * When something was read that was asked for at `asked`, on the clock of webhooks: their times are whole seconds, and
 * a later report must not look older.
 */
const readAt = (requestedAt: Date): Date => new Date(Math.floor(requestedAt.getTime() / 1000) * 1000 - 1000);

/** Returns whether a webhook has told what a reading does not hold yet. */
const isNewer = (row: { told_at: Date | null }, told_at: Date): boolean =>
  row.told_at !== null && row.told_at > told_at;

/** Takes over one template; whether it was new or changed. */
async function takeTemplate(
  work: Work,
  number: WhatsAppNumberRow,
  listed: ProviderTemplate,
  told_at: Date,
): Promise<boolean> {
  const { tx, now } = work;
  const { account_id } = number;
  const waba_id = number.waba_id ?? '';
  const { id, name, language, category, status } = listed;
  const rejected_reason = status === 'REJECTED' ? listed.reason : null;
  const components = JSON.stringify(listed.components);
  const row = await lockTemplateByName(tx, { account_id, waba_id, name, language });
  if (row && isNewer(row, told_at)) return false;
  if (row) {
    const sameText = row.components === components && row.category === category;
    const same = row.provider_template_id === id && row.status === status && sameText;
    // A reason that a webhook told is kept where the list has none.
    if (same && (rejected_reason ?? row.rejected_reason) === row.rejected_reason) {
      await updateTemplate(tx, row.id, { told_at });
      return false;
    }
    const reason = status === row.status ? (rejected_reason ?? row.rejected_reason) : rejected_reason;
    await changeTemplate(work, row, ORIGIN, {
      provider_template_id: id,
      category,
      status,
      components,
      rejected_reason: reason,
      told_at,
    });
    return true;
  }
  await insertTemplate(tx, {
    id: newId(),
    account_id,
    waba_id,
    name,
    language,
    category,
    status,
    components,
    channel: 'whatsapp',
    provider_template_id: id,
    rejected_reason,
    subject: null,
    html: null,
    body: null,
    told_at,
    created_at: now,
    updated_at: now,
  });
  return true;
}

async function takeState(
  db: Knex,
  now: Date,
  { account_id, id }: WhatsAppNumberRow,
  state: NumberState,
  told_at: Date,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    // As it is by now: a person may have changed it since the look began.
    const number = await lockWhatsAppNumber(tx, account_id, id);
    if (!number || isNewer(number, told_at)) return;
    const changes = {
      quality_rating: state.qualityRating,
      status: state.status,
      messaging_limit: state.messagingLimit ?? number.messaging_limit,
      throughput_per_second: throughputAfter(number.throughput_per_second, state.throughputPerSecond),
      display_name: number.display_name ?? state.displayName,
      about: state.about === undefined ? number.about : state.about,
    };
    await updateWhatsAppNumber(tx, id, { ...changes, told_at, updated_at: now });
    if (changes.quality_rating === number.quality_rating && changes.messaging_limit === number.messaging_limit) return;
    const data = { whatsapp_number_id: id, previous_quality_rating: number.quality_rating, ...changes };
    await insertEvents(tx, now, [
      { accountId: account_id, type: 'whatsapp_number.quality_changed', data, origin: ORIGIN },
    ]);
  });
}
