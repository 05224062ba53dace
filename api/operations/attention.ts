import { listNamedLeads } from '../../db/leads/names.js';
import { putDismissal } from '../../db/operations/dismissals.js';
import {
  ATTENTION_KINDS,
  type AttentionKind,
  dismissAttentionContract,
  listAttentionContract,
} from '../../schemas/operations/attention.js';
import { listAttention } from '../../services/operations/attention.js';
import { helpFor } from '../../services/operations/attention-actions.js';
import type { AttentionItem } from '../../services/operations/attention-item.js';
import { createCadenceLinks } from '../../temporal/links.js';
import type { ApiDependencies } from '../dependencies.js';
import { callerName } from '../http/auth/caller-name.js';
import { ApiError } from '../http/errors.js';
import { wordsFilter } from '../http/request/fields.js';
import { type RouteInput, route } from '../http/route.js';

const SHOWN = 20;

export const listAttentionRoute = ({ config }: ApiDependencies) => {
  const linkTo = createCadenceLinks(config.TEMPORAL_UI_URL);
  return route(listAttentionContract).handle(async ({ account, db, query, now }) => {
    const kinds = wordsFilter(query.kinds, ATTENTION_KINDS, '/kinds');
    const items = await listAttention(db, now, account.id, kinds);
    const byKind = Map.groupBy(items, ({ kind }) => kind);
    const shown = [...byKind.values()].flatMap((each) => each.slice(0, query.limit ?? SHOWN));
    const leads = await listNamedLeads(
      db,
      account.id,
      shown.flatMap(({ lead_id }) => lead_id ?? []),
    );
    const names = new Map(leads.map(({ id, name }) => [id, name]));
    const attention = shown.map((item) => {
      const { subject, actions } = helpFor(item);
      const { kind, id, since, what, detail, lead_id } = item;
      const name = lead_id ? names.get(lead_id) : undefined;
      return {
        kind,
        id,
        since: since.toISOString(),
        title: what,
        detail,
        actions,
        subject: { type: subject, id },
        lead: lead_id && name !== undefined ? { id: lead_id, name } : null,
        temporal_url: subject === 'workflow_run' ? linkTo(id).url : null,
      };
    });
    const counts = Object.fromEntries([...byKind].map(([kind, each]) => [kind, each.length]));
    return { status: 200, body: { success: true, attention, counts } };
  });
};

export const dismissAttentionRoute = (_deps: ApiDependencies) =>
  route(dismissAttentionContract).handle(async (input) => {
    const { account, db, params, now } = input;
    const item = await waiting(input);
    await putDismissal(db, {
      account_id: account.id,
      kind: params.kind,
      id: item.id,
      since: item.since,
      dismissed_by: callerName(input),
      dismissed_at: now,
    });
    return { status: 200, body: { success: true } };
  });

/** Finds what is to be let be among what waits now. */
async function waiting({
  account,
  db,
  params,
  now,
}: RouteInput<typeof dismissAttentionContract>): Promise<AttentionItem> {
  if (!(ATTENTION_KINDS as readonly string[]).includes(params.kind)) throw new ApiError('ATTENTION_NOT_FOUND');
  const items = await listAttention(db, now, account.id, [params.kind as AttentionKind]);
  const item = items.find(({ id }) => id === params.id.toLowerCase());
  if (!item) throw new ApiError('ATTENTION_NOT_FOUND');
  return item;
}
