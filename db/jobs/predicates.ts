import type { IndexTest } from '../../domain/rules/conditions/index-ranges.js';
import { UNLISTED_PATH } from '../../domain/rules/conditions/metadata-index.js';
import type { DrivingTable, Predicate } from './cycle-selection.js';

const marks = (list: readonly unknown[]): string => list.map(() => '?').join(', ');

/** Holds for no lead. */
export const NO_LEADS: Predicate = { sql: 'FALSE', bindings: [] };

/** Holds for the leads of campaigns. */
export const inCampaigns = (ids: readonly string[]): Predicate => ({
  sql: `l.campaign_id IN (${marks(ids)})`,
  bindings: ids,
});

/** Holds for the leads that carry one of the tags. */
export const tagged = (ids: readonly string[]): Predicate => ({
  sql: `EXISTS (SELECT 1 FROM lead_tags t WHERE t.lead_id = l.id AND t.tag_id IN (${marks(ids)}))`,
  bindings: ids,
});

/** Holds for the leads that carry none of the tags. */
export const untagged = (ids: readonly string[]): Predicate => ({
  sql: `NOT ${tagged(ids).sql}`,
  bindings: ids,
});

/** Returns whether values at a path may be missing from the index of a lead that has very many nested ones. */
export const mayBeUnlisted = (path: string): boolean => path.includes('.');

/**
 * Holds for the leads whose metadata passes a test, and for those of which the index can't tell. Written so that no
 * server turns it into a walk through all leads with the key.
 */
export function metadataPredicate(test: IndexTest): Predicate {
  const one = (condition: string) =>
    `(SELECT 1 FROM lead_metadata_values v FORCE INDEX (PRIMARY) WHERE v.lead_id = l.id AND ${condition} LIMIT 1)`;
  const path = Buffer.from(test.path);
  if (test.absent) return { sql: `${one('v.path = ?')} IS NULL`, bindings: [path] };
  const ranges = test.ranges.map(() => 'v.value BETWEEN ? AND ?').join(' OR ');
  const found = {
    sql: one(`v.path = ? AND (${ranges})`),
    bindings: [path, ...test.ranges.flatMap(({ from, to }) => [from, to])],
  };
  if (test.ranges.length === 0) return NO_LEADS;
  return mayBeUnlisted(test.path)
    ? {
        sql: `(${found.sql} = 1 OR ${one('v.path = ?')} = 1)`,
        bindings: [...found.bindings, Buffer.from(UNLISTED_PATH)],
      }
    : { sql: `${found.sql} = 1`, bindings: found.bindings };
}

/** Gives the leads of a tag in order. */
export const tagTable = (tagId: string): DrivingTable => ({
  table: 'lead_tags d',
  where: 'd.tag_id = ?',
  bindings: [tagId],
});

/** Gives the leads with one value of metadata in order. */
export const valueTable = (accountId: string, path: string, value: Buffer): DrivingTable => ({
  table: 'lead_metadata_values d FORCE INDEX (lead_metadata_values_value)',
  where: 'd.account_id = ? AND d.path = ? AND d.value = ?',
  bindings: [accountId, Buffer.from(path), value],
});
