import type { Knex } from 'knex';
import { type Driver, listLeadsByMetadata, type Predicate } from '../db/cycle-selection.js';
import { findTagsBySlug } from '../db/tags.js';
import { type IndexTest, indexTest } from '../domain/conditions/index-ranges.js';
import { subjectOf } from '../domain/conditions/reading.js';
import { tagSlug } from '../domain/tag-slug.js';
import { UNLISTED_PATH } from '../domain/values/metadata-index.js';
import type { Condition, ConditionOperator } from '../schemas/conditions.js';
import type { JobDocument } from './background-jobs.js';

/** How each operator on tags is asked of the database. */
const OPERATORS: Partial<Record<ConditionOperator, 'all' | 'any' | 'none'>> = {
  has: 'all',
  has_all: 'all',
  has_any: 'any',
  has_none: 'none',
};

interface TagTest {
  mode: 'all' | 'any' | 'none';
  slugs: string[];
}

/** A condition as a test of tags; undefined where it is about something else. */
function tagTest(condition: Condition): TagTest | undefined {
  const mode = OPERATORS[condition.operator];
  if (!mode || subjectOf(condition).source !== 'tag') return undefined;
  const values = Array.isArray(condition.value) ? condition.value : [condition.value];
  return { mode, slugs: values.map((value) => (typeof value === 'string' ? tagSlug(value) : '')) };
}

const marks = (list: readonly unknown[]): string => list.map(() => '?').join(', ');
const tagged = (ids: readonly string[]): Predicate => ({
  sql: `EXISTS (SELECT 1 FROM lead_tags t WHERE t.lead_id = l.id AND t.tag_id IN (${marks(ids)}))`,
  bindings: ids,
});
const NOBODY: Predicate = { sql: 'FALSE', bindings: [] };

/** Tags that no lead carries are not in `ids`. */
function tagPredicates({ mode, slugs }: TagTest, ids: ReadonlyMap<string, string>): Predicate[] {
  const known = slugs.flatMap((slug) => ids.get(slug) ?? []);
  switch (mode) {
    case 'all':
      return known.length < slugs.length ? [NOBODY] : known.map((id) => tagged([id]));
    case 'any':
      return known.length === 0 ? [NOBODY] : [tagged(known)];
    case 'none': {
      const { sql, bindings } = tagged(known);
      return known.length === 0 ? [] : [{ sql: `NOT ${sql}`, bindings }];
    }
  }
}

/** Nested values may be missing from the index of a lead that has very many of them. */
const mayBeUnlisted = (path: string): boolean => path.includes('.');

/** A test of metadata for one lead. Written so that no server turns it into a walk through all leads with the key. */
function metadataPredicate(test: IndexTest): Predicate {
  const one = (condition: string) =>
    `(SELECT 1 FROM lead_metadata_values v FORCE INDEX (PRIMARY) WHERE v.lead_id = l.id AND ${condition} LIMIT 1)`;
  const path = Buffer.from(test.path);
  if (test.absent) return { sql: `${one('v.path = ?')} IS NULL`, bindings: [path] };
  const ranges = test.ranges.map(() => 'v.value BETWEEN ? AND ?').join(' OR ');
  const found = {
    sql: one(`v.path = ? AND (${ranges})`),
    bindings: [path, ...test.ranges.flatMap(({ from, to }) => [from, to])],
  };
  if (test.ranges.length === 0) return NOBODY;
  return mayBeUnlisted(test.path)
    ? {
        sql: `(${found.sql} = 1 OR ${one('v.path = ?')} = 1)`,
        bindings: [...found.bindings, Buffer.from(UNLISTED_PATH)],
      }
    : { sql: `${found.sql} = 1`, bindings: found.bindings };
}

const same = (a: Condition, b: Condition): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * The conditions without which a job does nothing for a lead: those of the first step, where all of them must hold, a
 * lead that fails isn't dealt with by an `on_no_match`, and no later step acts on it either: there is none, or it asks
 * the same.
 */
function needed({ steps: [first, ...later] }: JobDocument): Condition[] {
  if (first?.match !== 'all' || first.on_no_match !== null) return [];
  const strict = later.every((step) => step.match === 'all' && step.on_no_match === null && step.action === null);
  if (!strict) return [];
  return first.conditions.filter((condition) =>
    later.every((step) => step.conditions.some((other) => same(other, condition))),
  );
}

/** How the database narrows down a job's leads. */
export interface Narrowing {
  predicates: Predicate[];
  drivers: Driver[];
  /** The only leads in question, in order, where the index of metadata knows them. */
  leadIds: string[] | null;
}

/** So many leads are looked up by one condition; where more meet it, leads are walked through in order instead. */
const mostListed = (limit: number): number => Math.min(20_000, Math.max(2_000, limit * 20));
/** Values that each give their leads in order. */
const MOST_BRANCHES = 8;

/**
 * The conditions of a job that the database tests, where a lead that fails them has nothing to hope for. What few leads
 * meet leads to them; with `anyAgent` the leads of a tag or value that must be there are followed instead of all
 * enrolments. `most` is how many leads are looked up by one condition; 0 where the leads are given anyway.
 */
export async function narrow(
  db: Knex,
  now: Date,
  job: JobDocument,
  { anyAgent, most = mostListed(job.max_leads_per_cycle) }: { anyAgent: boolean; most?: number | undefined },
): Promise<Narrowing> {
  const conditions = needed(job);
  const tags = conditions.flatMap((condition) => tagTest(condition) ?? []);
  const slugs = [...new Set(tags.flatMap((test) => test.slugs))];
  const ids = new Map((await findTagsBySlug(db, job.account_id, slugs)).map((tag) => [tag.slug, tag.id]));
  const values = conditions.flatMap((condition) => indexTest(condition, now) ?? []);
  const predicates = [...tags.flatMap((test) => tagPredicates(test, ids)), ...values.map(metadataPredicate)];
  const tagged = tags.find(({ mode }) => mode === 'all')?.slugs[0];
  const tagId = tagged === undefined ? undefined : ids.get(tagged);
  const drivers = !anyAgent ? [] : tagId === undefined ? valueDrivers(job, values) : [tagDriver(tagId)];
  // One value alone gives its leads in order however many they are: no list of them is better.
  const inOrder = drivers.length > 0 && tagId === undefined && values.length === 1;
  const leadIds = most > 0 && !inOrder ? await fewLeads(db, job, values, most) : null;
  if (leadIds) return { predicates, drivers: [], leadIds };
  return { predicates, drivers, leadIds: null };
}

const tagDriver = (tagId: string): Driver => ({ table: 'lead_tags d', where: 'd.tag_id = ?', bindings: [tagId] });

const isPoint = (test: IndexTest): test is Extract<IndexTest, { absent: false }> =>
  !test.absent && test.ranges.length > 0 && test.ranges.every(({ from, to }) => from.equals(to));

/** The leads of a condition, if they are few: by the one that names values first, then by one that names a stretch. */
async function fewLeads(
  db: Knex,
  job: JobDocument,
  tests: readonly IndexTest[],
  most: number,
): Promise<string[] | null> {
  const positive = tests.filter((test) => !test.absent && test.ranges.length > 0);
  const [likely, other] = [...positive.filter(isPoint), ...positive.filter((test) => !isPoint(test))];
  for (const test of [likely, other]) {
    if (!test || test.absent) continue;
    const stretches = [
      ...test.ranges.map((range) => ({ path: Buffer.from(test.path), ...range })),
      ...(mayBeUnlisted(test.path) ? [UNLISTED] : []),
    ];
    const found = await listLeadsByMetadata(db, job.account_id, stretches, most);
    if (found) return found;
  }
  return null;
}

const UNLISTED = { path: Buffer.from(UNLISTED_PATH), from: Buffer.alloc(0), to: Buffer.alloc(1, 0xff) };

/** The leads of values that must be there, each value giving its own in order. */
function valueDrivers(job: JobDocument, tests: readonly IndexTest[]): Driver[] {
  const test = tests.find((one) => isPoint(one) && !mayBeUnlisted(one.path) && one.ranges.length <= MOST_BRANCHES);
  if (!test || test.absent) return [];
  return test.ranges.map(({ from }) => ({
    table: 'lead_metadata_values d FORCE INDEX (lead_metadata_values_value)',
    where: 'd.account_id = ? AND d.path = ? AND d.value = ?',
    bindings: [job.account_id, Buffer.from(test.path), from],
  }));
}
