import type { Channel } from '../../schemas/cadence/cadence.js';
import type { Db } from '../connection.js';
import { type IdPage, newestFirst } from '../keyset.js';
import type { TemplateRow } from './tables.js';

export const findTemplate = (db: Db, accountId: string, id: string): Promise<TemplateRow | undefined> =>
  db('templates').where({ account_id: accountId, id }).first();

/** Finds a template of an email; undefined for one of another channel. */
export const findEmailTemplate = (db: Db, accountId: string, id: string): Promise<TemplateRow | undefined> =>
  db('templates').where({ account_id: accountId, id, channel: 'email' }).first();

/** Locks the row of the template until the transaction ends. */
export const lockTemplate = (tx: Db, accountId: string, id: string): Promise<TemplateRow | undefined> =>
  tx('templates').where({ account_id: accountId, id }).forUpdate().first();

/** Finds a template by its name; of several business accounts' templates the oldest. A call has none. */
export const findTemplateByName = async (
  db: Db,
  accountId: string,
  channel: Channel,
  name: string,
  language: string,
): Promise<TemplateRow | undefined> =>
  channel === 'call'
    ? undefined
    : db('templates').where({ account_id: accountId, channel, name, language }).orderBy('id').first();

/** Locks the row of a WhatsApp template by what the provider knows it by. */
export const lockTemplateByName = (
  tx: Db,
  key: Pick<TemplateRow, 'account_id' | 'waba_id' | 'name' | 'language'>,
): Promise<TemplateRow | undefined> =>
  tx('templates')
    .where({ ...key, channel: 'whatsapp' })
    .forUpdate()
    .first();

/** Lists WhatsApp templates that were made here and not handed in yet. */
export const listUnsubmitted = (db: Db, accountId: string, wabaId: string): Promise<TemplateRow[]> =>
  db('templates')
    .where({ account_id: accountId, channel: 'whatsapp', waba_id: wabaId, status: 'PENDING' })
    .whereNull('provider_template_id')
    .orderBy('id')
    .limit(100);

/** Lists WhatsApp templates that the provider has and that were not deleted or rejected there. */
export const listSubmitted = (db: Db, accountId: string, wabaId: string): Promise<TemplateRow[]> =>
  db('templates')
    .where({ account_id: accountId, channel: 'whatsapp', waba_id: wabaId })
    .whereNot({ status: 'REJECTED' })
    .whereNotNull('provider_template_id')
    .orderBy('id');

/** Lists templates of an account by their ids; those that are unknown or foreign are left out. */
export const listTemplatesByIds = (db: Db, accountId: string, ids: readonly string[]): Promise<TemplateRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db('templates')
        .where({ account_id: accountId })
        .whereIn('id', [...ids]);

export type TemplateFilter = Partial<Pick<TemplateRow, 'channel' | 'status' | 'category' | 'language' | 'waba_id'>>;

export const listTemplates = (
  db: Db,
  accountId: string,
  filter: TemplateFilter,
  page: IdPage,
): Promise<TemplateRow[]> => newestFirst(db('templates').where({ account_id: accountId, ...filter }), page);

/** Writes a new template; the unique key (channel, name, language) may refuse it. */
export async function insertTemplate(tx: Db, row: TemplateRow): Promise<void> {
  await tx('templates').insert(row);
}

export async function updateTemplate(tx: Db, id: string, changes: Partial<TemplateRow>): Promise<void> {
  await tx('templates').where({ id }).update(changes);
}

export async function deleteTemplate(tx: Db, id: string): Promise<void> {
  await tx('templates').where({ id }).delete();
}

/**
 * Locks the templates that a provider speaks of, by its id or by name and language. A business account's templates are
 * its own: another one may have one of the same name.
 */
export const lockTemplatesOfProvider = (
  tx: Db,
  accountId: string,
  {
    wabaId,
    id,
    name,
    language,
  }: { wabaId: string | null; id: string | null; name: string | null; language: string | null },
): Promise<TemplateRow[]> =>
  tx('templates')
    .where({ account_id: accountId, channel: 'whatsapp' })
    .whereIn('waba_id', wabaId === null ? [''] : [wabaId, ''])
    .where((either) => {
      if (id !== null) either.orWhere({ provider_template_id: id });
      if (name !== null && language !== null) either.orWhere({ name, language });
    })
    .forUpdate();
