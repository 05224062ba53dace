import { newId } from '../../runtime/ids.js';
import type { Db } from '../connection.js';
import type { LeadTagRow, TagRow } from './tables.js';

/** A tag by the name that people give it and the slug it is compared by. */
export interface TagToFind {
  name: string;
  slug: string;
}

/** Finds the account's tags with these slugs. */
export const findTagsBySlug = (db: Db, accountId: string, slugs: readonly string[]): Promise<TagRow[]> =>
  slugs.length === 0
    ? Promise.resolve([])
    : db('tags')
        .where({ account_id: accountId })
        .whereIn('slug', [...slugs]);

/** Finds the account's tags with these ids. */
export const findTags = (db: Db, accountId: string, ids: readonly string[]): Promise<TagRow[]> =>
  db('tags')
    .where({ account_id: accountId })
    .whereIn('id', [...ids]);

/** Finds the tags by slug and makes those that are missing; safe when several requests make the same one at once. */
export async function ensureTags(
  tx: Db,
  now: Date,
  accountId: string,
  wanted: readonly TagToFind[],
): Promise<Map<string, TagRow>> {
  const bySlug = new Map(wanted.map((tag) => [tag.slug, tag]));
  const slugs = [...bySlug.keys()].sort();
  const known = new Map((await findTagsBySlug(tx, accountId, slugs)).map((tag) => [tag.slug, tag]));
  const missing = slugs.filter((slug) => !known.has(slug));
  if (missing.length === 0) return known;
  await tx('tags')
    .insert(
      missing.map((slug) => ({
        id: newId(),
        account_id: accountId,
        name: bySlug.get(slug)?.name ?? slug,
        slug,
        created_at: now,
      })),
    )
    .onConflict()
    .ignore();
  for (const tag of await findTagsBySlug(tx, accountId, missing)) known.set(tag.slug, tag);
  return known;
}

/** Lists the tags of each lead, by name. */
export async function listTagsOfLeads(db: Db, leadIds: readonly string[]): Promise<Map<string, TagRow[]>> {
  const byLead = new Map<string, TagRow[]>(leadIds.map((id) => [id, []]));
  if (leadIds.length === 0) return byLead;
  const rows = (await db('lead_tags AS lt')
    .join('tags AS t', 't.id', 'lt.tag_id')
    .whereIn('lt.lead_id', [...leadIds])
    .orderBy(['t.name', 't.id'])
    .select('lt.lead_id', 't.id', 't.account_id', 't.name', 't.slug', 't.created_at')) as (TagRow & {
    lead_id: string;
  })[];
  for (const { lead_id, ...tag } of rows) byLead.get(lead_id)?.push(tag);
  return byLead;
}

/** Puts tags on leads; pairs that stand already are skipped. */
export async function insertLeadTags(tx: Db, rows: readonly LeadTagRow[]): Promise<void> {
  if (rows.length === 0) return;
  const sorted = [...rows].sort((a, b) => (a.lead_id + a.tag_id < b.lead_id + b.tag_id ? -1 : 1));
  await tx('lead_tags').insert(sorted).onConflict().ignore();
}

/** Takes tags off a lead. */
export async function deleteLeadTags(tx: Db, leadId: string, tagIds: readonly string[]): Promise<void> {
  if (tagIds.length === 0) return;
  await tx('lead_tags')
    .where({ lead_id: leadId })
    .whereIn('tag_id', [...tagIds])
    .delete();
}

/** Lists one page of the account's tags, the oldest first, with one row more than asked for. */
export function listTags(db: Db, accountId: string, limit: number, after: string | undefined): Promise<TagRow[]> {
  const query = db('tags').where({ account_id: accountId });
  if (after !== undefined) query.where('id', '>', after);
  return query.orderBy('id').limit(limit + 1);
}
