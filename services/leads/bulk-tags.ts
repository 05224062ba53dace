import { listOpenRuns } from '../../db/agent-runs/agent-runs.js';
import { type EventOrigin, insertEvents } from '../../db/events/events.js';
import { touchLeads } from '../../db/leads/leads.js';
import { ensureTags, insertLeadTags, type TagToFind } from '../../db/leads/tags.js';
import type { AgentRunRow, LeadRow, TagRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import type { AgentDefinition } from '../../schemas/agents/agents.js';
import { wakeRuns } from '../instructions/agent-runs.js';
import { readTags } from './read-lead.js';

/** Tags for one lead, whose row and run the caller has locked. */
export interface BulkTags {
  lead: LeadRow;
  run: AgentRunRow;
  /** The definition that the run follows. */
  definition: AgentDefinition;
  /** True if the lead has further open runs, which have to be told too. */
  others: boolean;
  tags: string[];
  /** The slugs it has. */
  has: readonly string[];
}

const watching = new WeakMap<AgentDefinition, boolean>();

/** Returns whether a cadence waits for, or branches on, a lead's tags; others need not look again when tags change. */
function watchesTags(definition: AgentDefinition): boolean {
  let watches = watching.get(definition);
  if (watches === undefined) {
    const text = JSON.stringify(definition.cadence);
    watches = text.includes('"tag"') || text.includes('"lead.tags_changed"');
    watching.set(definition, watches);
  }
  return watches;
}

const MAX_KNOWN = 1_000;
/** Tags seen in the database, by account and slug: they are never taken away. */
const known = new Map<string, TagRow>();

async function tagsOf(work: Work, accountId: string, wanted: TagToFind[]): Promise<Map<string, TagRow>> {
  const { tx, now } = work;
  const key = (slug: string) => `${accountId}/${slug}`;
  const missing = wanted.filter(({ slug }) => !known.has(key(slug)));
  const found = missing.length > 0 ? await ensureTags(tx, now, accountId, missing) : new Map<string, TagRow>();
  for (const { slug } of wanted) {
    const tag = known.get(key(slug));
    if (tag) found.set(slug, tag);
  }
  if (known.size > MAX_KNOWN) known.clear();
  // One made in this very transaction may yet vanish with it.
  for (const [slug, tag] of found) if (tag.created_at < now) known.set(key(slug), tag);
  return found;
}

/** Adds tags to many leads of one account with three or four statements, and tells of it as adding them one by one does. */
export async function addTagsInBulk(work: Work, leads: readonly BulkTags[], origin: EventOrigin): Promise<void> {
  const { tx, now } = work;
  const [first] = leads;
  if (!first) return;
  const wanted = readTags([...new Set(leads.flatMap(({ tags }) => tags))]);
  if (!wanted.ok) return;
  const accountId = first.lead.account_id;
  const bySlug = await tagsOf(work, accountId, wanted.tags);
  const changes = leads.flatMap((one) => {
    const read = readTags(one.tags);
    const added = (read.ok ? read.tags : []).flatMap(({ slug }) => {
      const tag = one.has.includes(slug) ? undefined : bySlug.get(slug);
      return tag ? [tag] : [];
    });
    return added.length > 0 ? [{ ...one, added }] : [];
  });
  await insertLeadTags(
    tx,
    changes.flatMap(({ lead, added }) =>
      added.map((tag) => ({ lead_id: lead.id, tag_id: tag.id, account_id: accountId, created_at: now })),
    ),
  );
  await touchLeads(
    tx,
    now,
    changes.map(({ lead }) => lead.id),
  );
  await insertEvents(
    tx,
    now,
    changes.map(({ lead, added }) => ({
      accountId,
      type: 'lead.tags_changed' as const,
      leadId: lead.id,
      data: { added: added.map(({ slug }) => slug), removed: [] },
      origin,
    })),
  );
  const alone = changes
    .filter(({ run, others, definition }) => !others && run.open_slot === 1 && watchesTags(definition))
    .map(({ run }) => run);
  const shared = changes.filter(({ others }) => others).map(({ lead }) => lead.id);
  await wakeRuns(work, [...alone, ...(await listOpenRuns(tx, accountId, shared))], 'lead.tags_changed');
}
