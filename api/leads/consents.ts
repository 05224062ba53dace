import { listConsents } from '../../db/leads/consent.js';
import type { ConsentLogRow } from '../../db/tables.js';
import { listLeadConsentsContract, recordLeadConsentContract } from '../../schemas/leads/consents.js';
import { recordConsent } from '../../services/leads/consent.js';
import type { ApiDependencies } from '../dependencies.js';
import { idPage, idPageOf } from '../http/request/paging.js';
import { found } from '../http/request/path-id.js';
import { route } from '../http/route.js';
import { requireLead, requireLockedLead } from './find.js';

const KIND = 'consents';

const toConsent = ({ id, channel, state, source, note, created_at }: ConsentLogRow) => ({
  id,
  channel,
  state,
  source,
  note,
  created_at: created_at.toISOString(),
});

export const listLeadConsentsRoute = (_deps: ApiDependencies) =>
  route(listLeadConsentsContract).handle(async ({ account, db, params, query }) => {
    const lead = await requireLead(db, account.id, params.id);
    const page = idPage(KIND, query);
    const { rows, pagination } = idPageOf(KIND, await listConsents(db, lead.id, query.channel, page), page.limit);
    return { status: 200, body: { success: true, consents: rows.map(toConsent), pagination } };
  });

export const recordLeadConsentRoute = (_deps: ApiDependencies) =>
  route(recordLeadConsentContract).handle(async ({ account, db, work, params, body, origin }) => {
    const { channel, state, source, note = null } = body;
    const lead = await requireLockedLead(db, account.id, params.id);
    const change = { accountId: account.id, leadId: lead.id, channel, source, note, origin };
    found(await recordConsent(work, { ...change, state }), 'LEAD_NOT_FOUND');
    const [newest] = await listConsents(db, lead.id, channel, { limit: 1 });
    return { status: 201, body: { success: true, consent: toConsent(found(newest, 'LEAD_NOT_FOUND')) } };
  });
