import type { Knex } from 'knex';
import { insertAgent, insertVersion } from '../../db/agents/agents.js';
import { openWhatsAppWindow } from '../../db/channels/whatsapp-windows.js';
import type { TemplateRow, WhatsAppNumberRow } from '../../db/tables.js';
import { completeDefinition } from '../../domain/cadence/complete.js';
import { newId } from '../../runtime/ids.js';
import type { AgentDefinition } from '../../schemas/agents/agents.js';
import type { CadenceStepRequest } from '../../schemas/cadence/cadence.js';

export type DefinitionParts = Partial<Omit<AgentDefinition, 'cadence'>>;

/** A published agent with these steps, written straight to the database. */
export async function publishAgent(
  db: Knex,
  accountId: string,
  steps: CadenceStepRequest[],
  parts: DefinitionParts = {},
): Promise<string> {
  const id = newId();
  const now = new Date();
  const definition = {
    ...completeDefinition({ name: 'Test agent', cadence: { steps } }, 'UTC'),
    ...parts,
  };
  await insertAgent(db, {
    id,
    account_id: accountId,
    name: definition.name,
    goal_type: definition.goal_type,
    is_active: true,
    paused: false,
    pause_reason: null,
    version: 1,
    draft: JSON.stringify(definition),
    created_at: now,
    updated_at: now,
  });
  await insertVersion(db, {
    agent_id: id,
    version: 1,
    account_id: accountId,
    definition: JSON.stringify(definition),
    created_at: now,
  });
  return id;
}

/** A sandbox email sender of the account. */
export async function addSender(db: Knex, accountId: string, smtpPort?: number): Promise<string> {
  const id = newId();
  const now = new Date();
  await db('email_senders').insert({
    id,
    account_id: accountId,
    name: 'Sales',
    from_email: 'sales@example.com',
    from_name: 'Sales',
    provider: smtpPort === undefined ? 'sandbox' : 'smtp',
    smtp:
      smtpPort === undefined ? null : JSON.stringify({ host: '127.0.0.1', port: smtpPort, secure: false, user: null }),
    created_at: now,
    updated_at: now,
  });
  return id;
}

/** A WhatsApp number of the account, in the sandbox unless said otherwise. */
export async function addNumber(
  db: Knex,
  accountId: string,
  columns: Partial<WhatsAppNumberRow> = {},
): Promise<WhatsAppNumberRow> {
  const id = newId();
  const now = new Date();
  await db('whatsapp_numbers').insert({
    id,
    account_id: accountId,
    phone_number: '+34600000001',
    display_name: 'Sales',
    provider: 'sandbox',
    status: 'connected',
    quality_rating: 'GREEN',
    throughput_per_second: 80,
    is_default: true,
    created_at: now,
    updated_at: now,
    ...columns,
  });
  return (await db('whatsapp_numbers').where({ id }).first())!;
}

const PARTS = [
  { type: 'BODY', text: 'Hello {{first_name}}, your offer of {{1}} is ready.' },
  { type: 'FOOTER', text: 'Example Ltd' },
];

/** A WhatsApp template of the account: its body reads the lead's first name and one numbered value. */
export async function addWhatsAppTemplate(
  db: Knex,
  accountId: string,
  columns: Partial<TemplateRow> = {},
): Promise<TemplateRow> {
  const id = newId();
  const now = new Date();
  await db('templates').insert({
    id,
    account_id: accountId,
    name: `offer_${id.slice(-12)}`,
    channel: 'whatsapp',
    language: 'en',
    category: 'MARKETING',
    status: 'APPROVED',
    components: JSON.stringify(PARTS),
    created_at: now,
    updated_at: now,
    ...columns,
  });
  return (await db('templates').where({ id }).first())!;
}

/** Describes when the lead last wrote to every number of its account: free text may be sent for 24 hours from then. */
export async function openWindow(db: Knex, lead: { id: string; account_id: string }, at = new Date()): Promise<void> {
  const row = { last_inbound_at: at, whatsapp_window_expires_at: new Date(at.getTime() + 24 * 3_600_000) };
  await db('lead_engagement')
    .insert({ lead_id: lead.id, account_id: lead.account_id, ...row })
    .onConflict('lead_id')
    .merge(row);
  const numbers: string[] = await db('whatsapp_numbers').where({ account_id: lead.account_id }).pluck('id');
  const { account_id, id: lead_id } = lead;
  const expires_at = row.whatsapp_window_expires_at;
  await db('whatsapp_windows').where({ lead_id }).delete();
  for (const number_id of numbers) await openWhatsAppWindow(db, { account_id, lead_id, number_id, expires_at });
}
