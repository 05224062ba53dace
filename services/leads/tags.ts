import { type EventOrigin, insertEvents } from '../../db/events/events.js';
import { touchLeads } from '../../db/leads/leads.js';
import { deleteLeadTags, ensureTags, insertLeadTags, listTagsOfLeads, type TagToFind } from '../../db/leads/tags.js';
import type { LeadRow, TagRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { wakeRunsOf } from '../instructions/agent-runs.js';

/** The result of a change of tags. */
export interface TagChange {
  tags: TagRow[];
  added: TagRow[];
  removed: TagRow[];
}

type TaggedLead = Pick<LeadRow, 'id' | 'account_id'>;

/**
 * Changes the tags of a lead whose row the caller has locked. A change increments the lead's version, emits an event
 * and wakes the lead's open runs, because their waits may depend on it. A repetition does nothing.
 */
async function changeTags(
  work: Work,
  lead: TaggedLead,
  plan: (before: readonly TagRow[]) => { added: TagRow[]; removed: TagRow[] },
  origin: EventOrigin,
): Promise<TagChange> {
  const { tx, now } = work;
  const before = (await listTagsOfLeads(tx, [lead.id])).get(lead.id) ?? [];
  const { added, removed } = plan(before);
  if (added.length === 0 && removed.length === 0) return { tags: before, added, removed };
  await insertLeadTags(
    tx,
    added.map((tag) => ({ lead_id: lead.id, tag_id: tag.id, account_id: lead.account_id, created_at: now })),
  );
  await deleteLeadTags(
    tx,
    lead.id,
    removed.map((tag) => tag.id),
  );
  await touchLeads(tx, now, [lead.id]);
  const data = { added: added.map((tag) => tag.slug), removed: removed.map((tag) => tag.slug) };
  await insertEvents(tx, now, [
    { accountId: lead.account_id, type: 'lead.tags_changed', leadId: lead.id, data, origin },
  ]);
  await wakeRunsOf(work, lead.account_id, [lead.id], 'lead.tags_changed');
  const removedIds = new Set(removed.map((tag) => tag.id));
  const tags = [...before.filter((tag) => !removedIds.has(tag.id)), ...added].sort((a, b) =>
    a.name < b.name ? -1 : 1,
  );
  return { tags, added, removed };
}

const missingFrom = (present: readonly TagRow[], wanted: readonly TagRow[]): TagRow[] => {
  const ids = new Set(present.map((tag) => tag.id));
  return wanted.filter((tag) => !ids.has(tag.id));
};

/** Gives a locked lead exactly these tags; unknown ones are made. */
export async function setTags(
  work: Work,
  lead: TaggedLead,
  wanted: readonly TagToFind[],
  origin: EventOrigin,
): Promise<TagChange> {
  const { tx, now } = work;
  const tags = [...(await ensureTags(tx, now, lead.account_id, wanted)).values()];
  return changeTags(
    work,
    lead,
    (before) => ({ added: missingFrom(before, tags), removed: missingFrom(tags, before) }),
    origin,
  );
}

/** Adds tags, by name, to a locked lead; unknown ones are made. */
export async function addTagNames(
  work: Work,
  lead: TaggedLead,
  wanted: readonly TagToFind[],
  origin: EventOrigin,
): Promise<TagChange> {
  const { tx, now } = work;
  return addTags(work, lead, [...(await ensureTags(tx, now, lead.account_id, wanted)).values()], origin);
}

/** Adds tags to a locked lead. */
export const addTags = (
  work: Work,
  lead: TaggedLead,
  tags: readonly TagRow[],
  origin: EventOrigin,
): Promise<TagChange> =>
  changeTags(work, lead, (before) => ({ added: missingFrom(before, tags), removed: [] }), origin);

/** Takes tags, by slug, off a locked lead. */
export const removeTags = (
  work: Work,
  lead: TaggedLead,
  slugs: ReadonlySet<string>,
  origin: EventOrigin,
): Promise<TagChange> =>
  changeTags(work, lead, (before) => ({ added: [], removed: before.filter((tag) => slugs.has(tag.slug)) }), origin);
