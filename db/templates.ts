import type { Db } from './connection.js';
import { type IdPage, newestFirst } from './keyset.js';
import type { TemplateRow } from './tables.js';

export const findTemplate = (db: Db, accountId: string, id: string): Promise<TemplateRow | undefined> =>
  db('templates').where({ account_id: accountId, id }).first();

/** The template, its row locked until the transaction ends. */
export const lockTemplate = (tx: Db, accountId: string, id: string): Promise<TemplateRow | undefined> =>
  tx('templates').where({ account_id: accountId, id }).forUpdate().first();

/** A template by its name; of several business accounts' templates the oldest. */
export const findTemplateByName = (
  db: Db,
  accountId: string,
  channel: string,
  name: string,
  language: string,
): Promise<TemplateRow | undefined> =>
  db('templates').where({ account_id: accountId, channel, name, language }).orderBy('id').first();

/** A WhatsApp template by what the provider knows it by, its row locked. */
export const lockTemplateByName = (
  tx: Db,
  key: Pick<TemplateRow, 'account_id' | 'waba_id' | 'name' | 'language'>,
): Promise<TemplateRow | undefined> =>
  tx('templates')
    .where({ ...key, channel: 'whatsapp' })
    .forUpdate()
    .first();

/** WhatsApp templates that were made here and not handed in yet. */
export const listUnsubmitted = (db: Db, accountId: string, wabaId: string): Promise<TemplateRow[]> =>
  db('templates')
    .where({ account_id: accountId, channel: 'whatsapp', waba_id: wabaId, status: 'PENDING' })
    .whereNull('provider_template_id')
    .orderBy('id')
    .limit(100);

/** WhatsApp templates that the provider has and that were not deleted or rejected there. */
export const listSubmitted = (db: Db, accountId: string, wabaId: string): Promise<TemplateRow[]> =>
  db('templates')
    .where({ account_id: accountId, channel: 'whatsapp', waba_id: wabaId })
    .whereNot({ status: 'REJECTED' })
    .whereNotNull('provider_template_id')
    .orderBy('id');

/** Templates of an account by their ids; those that are unknown or foreign are left out. */
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
