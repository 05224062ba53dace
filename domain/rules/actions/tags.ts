import type { Facts } from '../../facts.js';
import { tagSlug } from '../../leads/tag-slug.js';
import { onLead } from './definition.js';
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

/** Shows the tags of a lead. */
const shownTags = ({ tags }: Facts) => ({ tags });

/** Adds the tags the lead doesn't have. */
const planAddTag: Planner<'add_tag'> = ({ tags }, { facts }) => {
  const added = named(tags).filter((tag) => !facts.tags.includes(tagSlug(tag)));
  return added.length > 0 ? { params: { tags: added } } : { skipped: 'The lead already has these tags.' };
};

export const addTag = onLead<'add_tag'>(planAddTag, {
  applied: (facts, { tags }) => ({ ...facts, tags: [...new Set([...facts.tags, ...tags.map(tagSlug)])] }),
  shown: shownTags,
});

/** Removes the tags the lead has. */
const planRemoveTag: Planner<'remove_tag'> = ({ tags }, { facts }) => {
  const removed = named(tags).filter((tag) => facts.tags.includes(tagSlug(tag)));
  return removed.length > 0 ? { params: { tags: removed } } : { skipped: 'The lead has none of these tags.' };
};

export const removeTag = onLead<'remove_tag'>(planRemoveTag, {
  applied(facts, { tags }) {
    const slugs = tags.map(tagSlug);
    return { ...facts, tags: facts.tags.filter((tag) => !slugs.includes(tag)) };
  },
  shown: shownTags,
});

/** Replaces the whole set. */
const planSetTags: Planner<'set_tags'> = ({ tags }, { facts }) => {
  const wanted = named(tags);
  const same = wanted.length === facts.tags.length && wanted.every((tag) => facts.tags.includes(tagSlug(tag)));
  return same ? { skipped: 'The lead already has exactly these tags.' } : { params: { tags: wanted } };
};

export const setTags = onLead<'set_tags'>(planSetTags, {
  applied: (facts, { tags }) => ({ ...facts, tags: [...new Set(tags.map(tagSlug))] }),
  shown: shownTags,
});
