import { needsOne, onLead } from './definition.js';
import type { Planner } from './planner.js';

/** Gives the lead an owner: the named user, else one picked by strategy where the users are known. */
const planAssignOwner: Planner<'assign_owner'> = ({ user_id, strategy }, { facts }) => {
  if (user_id && user_id === facts.lead.owner_id) return { skipped: 'The lead already has this owner.' };
  return { params: { user_id: user_id ?? null, strategy: user_id ? null : (strategy ?? 'round_robin') } };
};

export const assignOwner = onLead<'assign_owner'>(planAssignOwner, {
  check: needsOne('user_id', 'strategy'),
  applied: (facts, { user_id }) => (user_id ? { ...facts, lead: { ...facts.lead, owner_id: user_id } } : facts),
  shown: ({ lead }) => ({ owner_id: lead.owner_id }),
});
