import { listConsents } from '../../db/consent.js';
import type { Static } from '../../schemas/common.js';
import { type ConsentEntry, listLeadConsents } from '../../schemas/consents.js';
import type { ApiDependencies } from '../dependencies.js';
import { idPage, idPageOf } from '../paging.js';
import { route } from '../route.js';
import { requireLead } from './find.js';

const KIND = 'consents';

export const listLeadConsentsRoute = (_deps: ApiDependencies) =>
  route(listLeadConsents).handle(async ({ account, db, params, query }) => {
    const lead = await requireLead(db, account.id, params.id);
    const found = await listConsents(db, lead.id, query.channel, idPage(KIND, query));
    const { rows, pagination } = idPageOf(KIND, found, idPage(KIND, query).limit);
    const consents = rows.map(({ id, channel, state, source, note, created_at }) => ({
      id,
      channel: channel as Static<typeof ConsentEntry>['channel'],
      state: state as Static<typeof ConsentEntry>['state'],
      source,
      note,
      created_at: created_at.toISOString(),
    }));
    return { status: 200, body: { success: true, consents, pagination } };
  });
