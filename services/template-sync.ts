import type { Knex } from 'knex';
import { inTransaction } from '../db/connection.js';
import { insertEvents } from '../db/events.js';
import { addToOutbox } from '../db/outbox.js';
import type { TemplateRow } from '../db/tables.js';
import type { WhatsAppNumberRow } from '../db/tables-outgoing.js';
import { insertTemplate, listSubmitted, listUnsubmitted, lockTemplateByName, updateTemplate } from '../db/templates.js';
import { updateWhatsAppNumber } from '../db/whatsapp-numbers.js';
import { templateSyncWorkflowId } from '../domain/flow/ids.js';
import type {
  NumberState,
  ProviderAnswer,
  ProviderTemplate,
  WhatsAppProvider,
} from '../providers/whatsapp/provider.js';
import { newId } from '../runtime/ids.js';

/** What a look at the provider came to. */
export interface SyncResult {
  submitted: number;
  /** Templates that were not taken for now and have to be handed in again. */
  waiting: number;
  templates: number;
  changed: number;
  /** The provider's refusal, where it didn't let us look. */
  refused: string | null;
}

const ORIGIN = { kind: 'provider', id: 'whatsapp' } as const;

/** Asks the worker to bring templates and state of these numbers up to date, once the transaction has committed. */
export async function askForTemplateSync(
  tx: Knex,
  now: Date,
  numbers: readonly Pick<WhatsAppNumberRow, 'id' | 'account_id'>[],
): Promise<void> {
  await addToOutbox(
    tx,
    now,
    numbers.map(({ id, account_id }) => ({
      accountId: account_id,
      kind: 'workflow' as const,
      workflowId: templateSyncWorkflowId(id),
      args: {
        workflow: 'templateSyncWorkflow',
        kind: 'template_sync',
        summary: 'Brings the templates of a WhatsApp number up to date',
        accountId: account_id,
        input: { whatsAppNumberId: id },
        wake: 'asked for',
      },
    })),
  );
}

/**
 * Hands templates in that are not the provider's yet, then takes over what it says of all of them and of the number.
 * Repeats are harmless. Throws while the provider can't be reached, so that it is tried again later.
 */
export async function syncNumber(
  db: Knex,
  now: () => Date,
  number: WhatsAppNumberRow,
  provider: WhatsAppProvider,
): Promise<SyncResult> {
  const { submitted, waiting } = await submitAll(db, now, number, provider);
  const state = told(await provider.readNumber());
  if (state.ok) await takeState(db, now(), number, state.value);
  // Read before the list, so that one handed in meanwhile is not taken for gone.
  const known = await listSubmitted(db, number.account_id, number.waba_id ?? '');
  const listed = told(await provider.listTemplates());
  if (!listed.ok) return { submitted, waiting, templates: 0, changed: 0, refused: listed.code };
  let changed = await takeDeletions(db, now, known, listed.value);
  for (const template of listed.value) {
    if (await inTransaction(db, (tx) => takeTemplate(tx, now(), number, template))) changed += 1;
  }
  return { submitted, waiting, templates: listed.value.length, changed, refused: state.ok ? null : state.code };
}

function told<T>(answer: ProviderAnswer<T>): Exclude<ProviderAnswer<T>, { kind: 'unreachable' | 'timeout' }> {
  if (!answer.ok && answer.kind !== 'refused') throw new Error(`The provider could not be asked: ${answer.code}`);
  return answer as Exclude<ProviderAnswer<T>, { kind: 'unreachable' | 'timeout' }>;
}

async function submitAll(
  db: Knex,
  now: () => Date,
  number: WhatsAppNumberRow,
  provider: WhatsAppProvider,
): Promise<{ submitted: number; waiting: number }> {
  const rows = await listUnsubmitted(db, number.account_id, number.waba_id ?? '');
  let waiting = 0;
  for (const row of rows) {
    const { name, language, category } = row;
    const components = JSON.parse(row.components ?? '[]') as Record<string, unknown>[];
    const answer = told(await provider.submitTemplate({ name, language, category: category ?? 'UTILITY', components }));
    // A bad token or a limit is no verdict on the template.
    if (!answer.ok && answer.forNow) {
      waiting += 1;
      continue;
    }
    await inTransaction(db, (tx) =>
      answer.ok
        ? changeTemplate(tx, now(), row, { provider_template_id: answer.value.id, status: answer.value.status })
        : changeTemplate(tx, now(), row, { status: 'REJECTED', rejected_reason: answer.message.slice(0, 500) }),
    );
  }
  return { submitted: rows.length - waiting, waiting };
}

/** A template that the provider once had and no longer lists was deleted there: it can't be sent any more. */
async function takeDeletions(
  db: Knex,
  now: () => Date,
  known: readonly TemplateRow[],
  listed: readonly ProviderTemplate[],
): Promise<number> {
  const there = new Set(listed.flatMap(({ id, name, language }) => [id, `${name}/${language}`]));
  const gone = known.filter(
    ({ provider_template_id, name, language }) =>
      !there.has(provider_template_id ?? '') && !there.has(`${name}/${language}`),
  );
  for (const row of gone) {
    await inTransaction(db, (tx) =>
      changeTemplate(tx, now(), row, { status: 'REJECTED', rejected_reason: 'It was deleted at the provider.' }),
    );
  }
  return gone.length;
}

/** When something was read, on the clock of webhooks: their times are whole seconds, and later news must not look older. */
const readAt = (now: Date): Date => new Date(Math.floor(now.getTime() / 1000) * 1000 - 1000);

/** Takes over one template; whether it was new or changed. */
async function takeTemplate(tx: Knex, now: Date, number: WhatsAppNumberRow, told: ProviderTemplate): Promise<boolean> {
  const { account_id } = number;
  const waba_id = number.waba_id ?? '';
  const { id, name, language, category, status } = told;
  const rejected_reason = status === 'REJECTED' ? told.reason : null;
  const components = JSON.stringify(told.components);
  const told_at = readAt(now);
  const row = await lockTemplateByName(tx, { account_id, waba_id, name, language });
  if (row) {
    const same = row.status === status && row.components === components && row.category === category;
    // A reason that a webhook told is kept where the list has none.
    if (same && (rejected_reason ?? row.rejected_reason) === row.rejected_reason) {
      await updateTemplate(tx, row.id, { told_at });
      return false;
    }
    const reason = status === row.status ? (rejected_reason ?? row.rejected_reason) : rejected_reason;
    await changeTemplate(tx, now, row, {
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
    ...{ id: newId(), account_id, waba_id, name, language, category, status, components },
    ...{ channel: 'whatsapp', provider_template_id: id, rejected_reason, subject: null, html: null, body: null },
    ...{ told_at, created_at: now, updated_at: now },
  });
  return true;
}

async function changeTemplate(tx: Knex, now: Date, row: TemplateRow, changes: Partial<TemplateRow>): Promise<void> {
  await updateTemplate(tx, row.id, { ...changes, updated_at: now });
  if (changes.status === undefined || changes.status === row.status) return;
  const data = {
    template_id: row.id,
    previous_status: row.status,
    status: changes.status,
    reason: changes.rejected_reason ?? null,
  };
  await insertEvents(tx, now, [{ accountId: row.account_id, type: 'template.status_changed', data, origin: ORIGIN }]);
}

async function takeState(db: Knex, now: Date, number: WhatsAppNumberRow, state: NumberState): Promise<void> {
  const changes = {
    quality_rating: state.qualityRating,
    status: state.status,
    messaging_limit: state.messagingLimit ?? number.messaging_limit,
    display_name: number.display_name ?? state.displayName,
  };
  await inTransaction(db, async (tx) => {
    await updateWhatsAppNumber(tx, number.id, { ...changes, told_at: readAt(now), updated_at: now });
    if (changes.quality_rating === number.quality_rating && changes.messaging_limit === number.messaging_limit) return;
    const data = { whatsapp_number_id: number.id, previous_quality_rating: number.quality_rating, ...changes };
    await insertEvents(tx, now, [
      { accountId: number.account_id, type: 'whatsapp_number.quality_changed', data, origin: ORIGIN },
    ]);
  });
}
