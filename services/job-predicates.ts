import type { Knex } from 'knex';
import type { Driver, Predicate } from '../db/cycle-selection.js';
import { findTagsBySlug } from '../db/tags.js';
import { subjectOf } from '../domain/conditions/reading.js';
import { tagSlug } from '../domain/tag-slug.js';
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
function predicatesOf({ mode, slugs }: TagTest, ids: ReadonlyMap<string, string>): Predicate[] {
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

/**
 * The conditions on tags of a job's first step as the database tests them, where a lead that fails them has nothing to
 * hope for: all conditions must hold, there is no `on_no_match`, and no later step. With `anyAgent` the leads of a
 * tag that must be there are followed instead of all enrolments.
 */
export async function jobPredicates(
  db: Knex,
  job: JobDocument,
  anyAgent: boolean,
): Promise<{ predicates: Predicate[]; drivers: Driver[] }> {
  const [first, ...later] = job.steps;
  if (!first || later.length > 0 || first.match !== 'all' || first.on_no_match !== null) {
    return { predicates: [], drivers: [] };
  }
  const tests = first.conditions.flatMap((condition) => tagTest(condition) ?? []);
  const slugs = [...new Set(tests.flatMap((test) => test.slugs))];
  const ids = new Map((await findTagsBySlug(db, job.account_id, slugs)).map((tag) => [tag.slug, tag.id]));
  const needed = tests.find(({ mode }) => mode === 'all')?.slugs[0];
  const tagId = anyAgent && needed !== undefined ? ids.get(needed) : undefined;
  return {
    predicates: tests.flatMap((test) => predicatesOf(test, ids)),
    drivers: tagId === undefined ? [] : [{ table: 'lead_tags d', where: 'd.tag_id = ?', bindings: [tagId] }],
  };
}
