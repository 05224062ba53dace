import { tagSlug } from '../../leads/tag-slug.js';
import type { Planner } from './planner.js';

/** Names of tags, each once by slug; names without anything visible are no tags. */
const named = (tags: readonly string[]): string[] => {
  const bySlug = new Map<string, string>();
  for (const tag of tags) {
    const slug = tagSlug(tag);
    if (slug !== '' && !bySlug.has(slug)) bySlug.set(slug, tag.trim());
  }
  return [...bySlug.values()];
};

/** Adds the tags the lead doesn't have. */
export const planAddTag: Planner<'add_tag'> = ({ tags }, { facts }) => {
  const added = named(tags).filter((tag) => !facts.tags.includes(tagSlug(tag)));
  return added.length > 0 ? { params: { tags: added } } : { skipped: 'The lead has these tags already.' };
};

/** Removes the tags the lead has. */
export const planRemoveTag: Planner<'remove_tag'> = ({ tags }, { facts }) => {
  const removed = named(tags).filter((tag) => facts.tags.includes(tagSlug(tag)));
  return removed.length > 0 ? { params: { tags: removed } } : { skipped: 'The lead has none of these tags.' };
};

/** Replaces the whole set. */
export const planSetTags: Planner<'set_tags'> = ({ tags }, { facts }) => {
  const wanted = named(tags);
  const same = wanted.length === facts.tags.length && wanted.every((tag) => facts.tags.includes(tagSlug(tag)));
  return same ? { skipped: 'The lead has exactly these tags already.' } : { params: { tags: wanted } };
};
