import type { LeadSnapshot } from '../../db/leads/snapshots.js';
import type { EmailSenderRow } from '../../db/tables.js';
import type { TemplateVariables } from '../../domain/messages/template-render.js';

/**
 * Returns what a message's template may speak of: the lead, its metadata and variables, the sender, the account, the
 * agent.
 */
export function templateVariables(
  snapshot: LeadSnapshot,
  context: {
    now: string;
    sender?: Pick<EmailSenderRow, 'name' | 'from_email' | 'from_name'> | undefined;
    agent?: { id: string; name: string } | undefined;
    unsubscribeUrl?: string;
  },
): TemplateVariables {
  const { lead, metadata, variables, account } = snapshot;
  const fields = Object.fromEntries(Object.entries(variables).map(([key, variable]) => [key, variable.value]));
  return {
    lead: {
      id: lead.id,
      first_name: lead.first_name,
      last_name: lead.last_name,
      full_name: [lead.first_name, lead.last_name].filter(Boolean).join(' '),
      email: lead.email,
      phone: lead.phone,
      company: lead.company,
      title: lead.title,
      source: lead.source,
      timezone: lead.timezone,
      country: lead.country,
      owner_id: lead.owner_id,
      external_id: lead.external_id?.toString() ?? null,
      deal_value: lead.deal_value,
      deal_currency: lead.deal_currency,
      created_at: lead.created_at.toISOString(),
      updated_at: lead.updated_at.toISOString(),
      tags: snapshot.tags,
      metadata,
    },
    metadata,
    variables: fields,
    fields,
    sender: context.sender && {
      name: context.sender.name,
      email: context.sender.from_email,
      from_name: context.sender.from_name,
    },
    account: { name: account.name },
    workflow: context.agent,
    unsubscribe_url: context.unsubscribeUrl,
    now: context.now,
  };
}
