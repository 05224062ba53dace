import { findAgent, findDefinition } from '../../db/agents/agents.js';
import { countByVariant, type VariantCounts } from '../../db/conversations/turns.js';
import { compareVariantsContract } from '../../schemas/agents/variants.js';
import type { ApiDependencies } from '../dependencies.js';
import { found, pathId } from '../http/request/path-id.js';
import { utcDays } from '../http/request/utc-days.js';
import { route } from '../http/route.js';

const NOTHING: Omit<VariantCounts, 'variant'> = {
  conversations: 0,
  turns: 0,
  answered: 0,
  captured: 0,
  booked: 0,
  handed_over: 0,
  cost_micros: 0,
};

const costPerBooking = ({ booked, cost_micros }: VariantCounts): number | null =>
  booked === 0 ? null : Math.round(cost_micros / booked);

export const compareVariantsRoute = (_deps: ApiDependencies) =>
  route(compareVariantsContract).handle(async ({ account, db, params, query, now }) => {
    const agent = found(await findAgent(db, account.id, pathId(params.id, 'WORKFLOW_NOT_FOUND')), 'WORKFLOW_NOT_FOUND');
    const { from, to } = utcDays(query, now);
    const { version } = query;
    const counted = await countByVariant(db, { accountId: account.id, agentId: agent.id, from, to, version });
    const live = version ?? agent.version;
    const definition = live > 0 ? await findDefinition(db, agent.id, live) : undefined;
    const unused = (definition?.ai.variants ?? []).filter(({ key }) => counted.every(({ variant }) => variant !== key));
    const all = [...counted, ...unused.map(({ key }) => ({ variant: key, ...NOTHING }))];
    const variants = all.map((each) => ({ ...each, cost_per_booking_micros: costPerBooking(each) }));
    return { status: 200, body: { success: true, from: from.toISOString(), to: to.toISOString(), variants } };
  });
