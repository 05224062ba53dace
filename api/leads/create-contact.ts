import type { Work } from '../../db/work.js';
import { type LeadInput, type SaveContext, TYPED } from '../../services/leads/read-lead.js';
import { saveLeads } from '../../services/leads/save-leads.js';
import { ApiError } from '../http/errors.js';
import type { Site } from '../http/route.js';
import { problemError } from './lead-body.js';

/** What a page says of nobody: it is for servers. */
const FOR_SERVERS = ['on_duplicate', 'tags', 'force_first_message', 'external_id'] as const;

/**
 * Creates the lead that a page asks for with a widget's key. Whoever may read the page may do so, hence it is always a
 * new lead, whom nothing is sent by itself, and the answer tells of no other. Throws the 400 for more than one lead and
 * for what is left to servers.
 */
export async function createContact(work: Work, context: SaveContext, { widget }: Site, input: LeadInput | undefined) {
  if (!input) throw refusal('', 'A page creates one lead at a time.');
  const refused = FOR_SERVERS.find((field) => input[field] !== undefined);
  if (refused) throw refusal(`/${refused}`, `A page can’t say ${refused}: send it from a server.`);
  if (input.workflow_id !== undefined && input.workflow_id.toLowerCase() !== widget.agent_id)
    throw refusal('/workflow_id', 'A page can name the workflow of its widget only.');
  const contact = {
    ...input,
    source: input.source ?? 'widget',
    skip_first_message: true,
    on_duplicate: 'create',
  } as const;
  const [outcome] = await saveLeads(work, { ...context, typed: TYPED }, [contact]);
  if (!outcome || outcome.kind === 'failed') throw problemError(outcome?.problems ?? []);
  if (outcome.refusal) throw problemError([{ ...outcome.refusal, field: '/workflow_id' }]);
  return { status: 201 as const, body: { success: true as const, lead: { id: outcome.lead.id } } };
}

const refusal = (field: string, message: string) => new ApiError('VALIDATION_ERROR', { message, field });
