import type { Knex } from 'knex';
import { type DrivingTable, listLeadsByMetadata, type Predicate } from '../../db/jobs/cycle-selection.js';
import {
  mayBeUnlisted,
  metadataPredicate,
  NO_LEADS,
  tagged,
  tagTable,
  untagged,
  valueTable,
} from '../../db/jobs/predicates.js';
import { findTagsBySlug } from '../../db/leads/tags.js';
import { tagSlug } from '../../domain/leads/tag-slug.js';
import { type IndexTest, indexTest } from '../../domain/rules/conditions/index-ranges.js';
import { UNLISTED_PATH } from '../../domain/rules/conditions/metadata-index.js';
import { conditionTarget } from '../../domain/rules/conditions/reading.js';
import type { Condition, ConditionOperator } from '../../schemas/rules/conditions.js';
import type { JobDocument } from './jobs.js';

/** The query of each operator on tags. */
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
  if (!mode || conditionTarget(condition).source !== 'tag') return undefined;
  const values = Array.isArray(condition.value) ? condition.value : [condition.value];
  return { mode, slugs: values.map((value) => (typeof value === 'string' ? tagSlug(value) : '')) };
}

/** Tags that no lead carries are not in `ids`. */
function tagPredicates({ mode, slugs }: TagTest, ids: ReadonlyMap<string, string>): Predicate[] {
  const known = slugs.flatMap((slug) => ids.get(slug) ?? []);
  switch (mode) {
    case 'all':
      return known.length < slugs.length ? [NO_LEADS] : known.map((id) => tagged([id]));
    case 'any':
      return known.length === 0 ? [NO_LEADS] : [tagged(known)];
    case 'none':
      return known.length === 0 ? [] : [untagged(known)];
  }
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

/** The index's part of a job's selection, before the evaluator. */
export interface IndexPrefilter {
  predicates: Predicate[];
  drivingTables: DrivingTable[];
  /** The only leads in question, in order, where the index of metadata knows them. */
  leadIds: string[] | null;
}

/** So many leads are looked up by one condition; where more meet it, leads are walked through in order instead. */
const mostListed = (limit: number): number => Math.min(20_000, Math.max(2_000, limit * 20));
/** Values that each give their leads in order. */
const MOST_BRANCHES = 8;

/**
 * Builds what the database tests of a job's conditions, where a lead that fails them has nothing to hope for. Leads that
 * meet a rare condition are listed; with `anyAgent` the leads of a tag or value that must be there are followed instead
 * of all enrolments. `most` is how many leads are looked up by one condition; 0 where the leads are given anyway.
 */
export async function indexPrefilter(
  db: Knex,
  now: Date,
  job: JobDocument,
  { anyAgent, most = mostListed(job.max_leads_per_cycle) }: { anyAgent: boolean; most?: number | undefined },
): Promise<IndexPrefilter> {
  const conditions = needed(job);
  const tags = conditions.flatMap((condition) => tagTest(condition) ?? []);
  const slugs = [...new Set(tags.flatMap((test) => test.slugs))];
  const ids = new Map((await findTagsBySlug(db, job.account_id, slugs)).map((tag) => [tag.slug, tag.id]));
  const values = conditions.flatMap((condition) => indexTest(condition, now) ?? []);
  const predicates = [...tags.flatMap((test) => tagPredicates(test, ids)), ...values.map(metadataPredicate)];
  const required = tags.find(({ mode }) => mode === 'all')?.slugs[0];
  const tagId = required === undefined ? undefined : ids.get(required);
  const drivingTables = !anyAgent ? [] : tagId === undefined ? valueTables(job, values) : [tagTable(tagId)];
  // One value alone gives its leads in order however many they are: no list of them is better.
  const inOrder = drivingTables.length > 0 && tagId === undefined && values.length === 1;
  const leadIds = most > 0 && !inOrder ? await fewLeads(db, job, values, most) : null;
  if (leadIds) return { predicates, drivingTables: [], leadIds };
  return { predicates, drivingTables, leadIds: null };
}

const isPoint = (test: IndexTest): test is Extract<IndexTest, { absent: false }> =>
  !test.absent && test.ranges.length > 0 && test.ranges.every(({ from, to }) => from.equals(to));

/** The leads of a condition, if they are few: by the one that names values first, then by one that names a range. */
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
    const ranges = [
      ...test.ranges.map((range) => ({ path: Buffer.from(test.path), ...range })),
      ...(mayBeUnlisted(test.path) ? [UNLISTED] : []),
    ];
    const found = await listLeadsByMetadata(db, job.account_id, ranges, most);
    if (found) return found;
  }
  return null;
}

const UNLISTED = { path: Buffer.from(UNLISTED_PATH), from: Buffer.alloc(0), to: Buffer.alloc(1, 0xff) };

/** The leads of values that must be there, each value giving its own in order. */
function valueTables(job: JobDocument, tests: readonly IndexTest[]): DrivingTable[] {
  const test = tests.find((one) => isPoint(one) && !mayBeUnlisted(one.path) && one.ranges.length <= MOST_BRANCHES);
  if (!test || test.absent) return [];
  return test.ranges.map(({ from }) => valueTable(job.account_id, test.path, from));
}
