import type { Knex } from 'knex';
import { findLeadByEmail, lockLead } from '../../db/leads/leads.js';
import { findTags, listTagsOfLeads } from '../../db/leads/tags.js';
import type { LeadRow } from '../../db/tables.js';
import { parseEmail } from '../../domain/values/email.js';
import { addLeadTagsContract, listLeadTagsContract, syncLeadTagsContract } from '../../schemas/leads/tags.js';
import { viewTag } from '../../services/leads/lead-view.js';
import { readTags } from '../../services/leads/read-lead.js';
import { addTags, setTags } from '../../services/leads/tags.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { route } from '../http/route.js';
import { requireLead, requireLockedLead, visible } from './find.js';
import { problemError } from './lead-body.js';

export const syncLeadTagsRoute = (_deps: ApiDependencies) =>
  route(syncLeadTagsContract).handle(async ({ work, account, body, origin }) => {
    const { tx } = work;
    const names = readTags(body.tags.map((tag) => (typeof tag === 'string' ? tag : tag.name)));
    if (!names.ok) throw problemError([names.problem]);
    const lead = await leadOf(tx, account.id, body);
    const { tags, added, removed } = await setTags(work, lead, names.tags, origin);
    return {
      status: 200,
      body: {
        success: true,
        lead_id: lead.id,
        tags: tags.map(viewTag),
        added: added.map(viewTag),
        removed: removed.map(viewTag),
      },
    };
  });

/** The lead that a body names by id or by email address, locked. */
async function leadOf(tx: Knex, accountId: string, body: { lead_id?: string; email?: string }): Promise<LeadRow> {
  if (body.lead_id !== undefined) return requireLockedLead(tx, accountId, body.lead_id);
  if (body.email === undefined) {
    throw new ApiError('VALIDATION_ERROR', { message: 'Send a lead_id or an email.', field: '/lead_id' });
  }
  const email = parseEmail(body.email);
  if (!email.ok) throw new ApiError('VALIDATION_ERROR', { message: email.message, field: '/email' });
  const lead = visible(await findLeadByEmail(tx, accountId, email.value));
  return visible(await lockLead(tx, accountId, lead.id));
}

export const listLeadTagsRoute = (_deps: ApiDependencies) =>
  route(listLeadTagsContract).handle(async ({ account, params, db }) => {
    const lead = await requireLead(db, account.id, params.id);
    const tags = (await listTagsOfLeads(db, [lead.id])).get(lead.id) ?? [];
    return { status: 200, body: { success: true, lead_id: lead.id, tags: tags.map(viewTag) } };
  });

export const addLeadTagsRoute = (_deps: ApiDependencies) =>
  route(addLeadTagsContract).handle(async ({ work, account, params, body, origin }) => {
    const { tx } = work;
    const given = [...(body.tag_id === undefined ? [] : [body.tag_id]), ...(body.tag_ids ?? [])];
    const ids = [...new Set(given.map((id) => id.toLowerCase()))];
    if (ids.length === 0) {
      throw new ApiError('VALIDATION_ERROR', { message: 'Send a tag_id or tag_ids.', field: '/tag_id' });
    }
    const lead = await requireLockedLead(tx, account.id, params.id);
    const known = await findTags(tx, account.id, ids);
    if (known.length < ids.length) throw new ApiError('TAG_NOT_FOUND');
    const { tags, added } = await addTags(work, lead, known, origin);
    return {
      status: 201,
      body: { success: true, lead_id: lead.id, tags: tags.map(viewTag), added: added.map(viewTag) },
    };
  });
