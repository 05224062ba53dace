import { tagSlug } from '../../../domain/leads/tag-slug.js';
import { readTags } from '../../leads/read-lead.js';
import { addTagNames, removeTags, setTags } from '../../leads/tags.js';
import { type ApplyToLead, DONE } from '../effect.js';
import { lockedLead } from './locked-lead.js';

/** Adds tags; unknown ones are made. */
export const applyAddTag: ApplyToLead<'add_tag'> = async (work, target, { params }, { origin }) => {
  const { tx } = work;
  const tags = readTags(params.tags);
  if (!tags.ok) return { skipped: tags.problem.message };
  await addTagNames(work, await lockedLead(tx, target), tags.tags, origin);
  return DONE;
};

/** Removes tags. */
export const applyRemoveTag: ApplyToLead<'remove_tag'> = async (work, target, { params }, { origin }) => {
  const { tx } = work;
  await removeTags(work, await lockedLead(tx, target), new Set(params.tags.map(tagSlug)), origin);
  return DONE;
};

/** Replaces the whole set of tags. */
export const applySetTags: ApplyToLead<'set_tags'> = async (work, target, { params }, { origin }) => {
  const { tx } = work;
  const tags = readTags(params.tags);
  if (!tags.ok) return { skipped: tags.problem.message };
  await setTags(work, await lockedLead(tx, target), tags.tags, origin);
  return DONE;
};
