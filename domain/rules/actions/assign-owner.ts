import type { Planner } from './planner.js';

/** Gives the lead an owner: the named user, else one picked by strategy where the users are known. */
export const planAssignOwner: Planner<'assign_owner'> = ({ user_id, strategy }, { facts }) => {
  if (user_id && user_id === facts.lead.owner_id) return { skipped: 'The lead has this owner already.' };
  return { params: { user_id: user_id ?? null, strategy: user_id ? null : (strategy ?? 'round_robin') } };
};
