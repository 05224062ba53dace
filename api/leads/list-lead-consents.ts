import { listConsents } from '../../db/leads/consent.js';
import { listLeadConsentsContract } from '../../schemas/leads/consents.js';
import type { ApiDependencies } from '../dependencies.js';
import { idPage, idPageOf } from '../http/request/paging.js';
import { route } from '../http/route.js';
import { requireLead } from './find.js';

const KIND = 'consents';

export const listLeadConsentsRoute = (_deps: ApiDependencies) =>
  route(listLeadConsentsContract).handle(async ({ account, db, params, query }) => {
    const lead = await requireLead(db, account.id, params.id);
    const found = await listConsents(db, lead.id, query.channel, idPage(KIND, query));
    const { rows, pagination } = idPageOf(KIND, found, idPage(KIND, query).limit);
    const consents = rows.map(({ id, channel, state, source, note, created_at }) => ({
      id,
      channel,
      state,
      source,
      note,
      created_at: created_at.toISOString(),
    }));
    return { status: 200, body: { success: true, consents, pagination } };
  });
