import type { Db } from '../db/connection.js';
import { insertEvents } from '../db/events.js';
import type { EmailSenderRow, MessageRow } from '../db/tables.js';
import type { SendDecision } from '../domain/cadence/decision.js';
import type { CadenceState } from '../domain/cadence/state.js';
import { renderEmail } from '../domain/template-render.js';
import type { OutgoingEmail } from '../providers/email/provider.js';
import { newId } from '../runtime/ids.js';
import type { Turn } from './advance.js';
import { templateVariables } from './template-variables.js';
import { type UnsubscribeLinks, unsubscribeMailto } from './unsubscribe.js';
import { countUsage, type UsageRequest } from './usage.js';

/** The message of the step and attempt a run stands at, if one was claimed. */
export const findStepMessage = (db: Db, agentRunId: string, state: CadenceState): Promise<MessageRow | undefined> =>
  state.step_key === null
    ? Promise.resolve(undefined)
    : db('messages')
        .where({ agent_run_id: agentRunId, step_key: state.step_key, visit: state.visit, attempt: state.attempt })
        .first();

/** A message that is claimed and ready to be handed to its provider. */
export interface PreparedSend {
  messageId: string;
  claimNo: number;
  turn: Omit<Turn, 'tx'>;
  decision: SendDecision;
  sender: EmailSenderRow;
  email: OutgoingEmail;
}

type Prepared =
  | {
      kind: 'ready';
      messageId: string;
      claimNo: number;
      existing: MessageRow | undefined;
      sender: EmailSenderRow;
      email: OutgoingEmail;
      templateId: string | null;
    }
  | { kind: 'impossible'; problem: Record<string, unknown> };

/** Renders what a step sends. What can't be rendered can't be mended by waiting: the run fails with the place. */
export async function prepareSend(
  turn: Turn,
  decision: SendDecision,
  sender: EmailSenderRow | undefined,
  links: UnsubscribeLinks,
): Promise<Prepared> {
  const { tx, run, snapshot } = turn;
  const place = { step_key: decision.step_key };
  if (decision.channel !== 'email' || !sender) {
    const message = `The channel ${decision.channel} has no sender.`;
    return { kind: 'impossible', problem: { ...place, code: 'CHANNEL_NOT_CONFIGURED', message } };
  }
  const source = await sourceOf(tx, run.account_id, decision);
  if (!source) {
    return { kind: 'impossible', problem: { ...place, code: 'TEMPLATE_NOT_FOUND', message: 'The template is gone.' } };
  }
  const existing = isOf(turn.pending, decision) ? turn.pending : undefined;
  const messageId = existing?.id ?? newId();
  const unsubscribeUrl = links.urlFor(run.account_id, run.lead_id);
  const { agent, lead } = snapshot;
  const rendered = renderEmail(
    source,
    templateVariables(snapshot, {
      now: turn.now.toISOString(),
      sender,
      unsubscribeUrl,
      ...(agent ? { agent } : {}),
    }),
  );
  if (!rendered.ok) {
    return { kind: 'impossible', problem: { ...place, code: rendered.code, message: rendered.message } };
  }
  return {
    kind: 'ready',
    messageId,
    existing,
    claimNo: (existing?.claim_no ?? 0) + 1,
    sender,
    templateId: decision.content.template_id,
    email: {
      messageId,
      accountId: run.account_id,
      from: { address: sender.from_email, name: sender.from_name },
      replyTo: sender.reply_to === null ? null : { address: sender.reply_to },
      to: { address: lead.email ?? '', name: [lead.first_name, lead.last_name].filter(Boolean).join(' ') },
      ...rendered.value,
      unsubscribe: { url: unsubscribeUrl, mailto: unsubscribeMailto(sender) },
    },
  };
}

/** Whether a message belongs to this very step, visit and attempt. */
const isOf = (message: MessageRow | undefined, { step_key, visit, attempt }: SendDecision): boolean =>
  message?.step_key === step_key && message.visit === visit && message.attempt === attempt;

async function sourceOf(
  tx: Db,
  accountId: string,
  { content }: SendDecision,
): Promise<{ subject: string; html: string | null; text: string | null } | undefined> {
  if (content.template_id === null) {
    return { subject: content.subject ?? '', html: content.html, text: content.content };
  }
  const template = await tx('templates').where({ account_id: accountId, id: content.template_id }).first();
  return (
    template && {
      subject: content.subject ?? template.subject ?? '',
      html: template.html,
      text: template.body,
    }
  );
}

/**
 * Takes the claim for one message: the row says `sending` under a claim number before the provider is called, so
 * that no two processes send it and a late result of an earlier claim changes nothing.
 */
export async function claimMessage(
  turn: Turn,
  decision: SendDecision,
  prepared: Extract<Prepared, { kind: 'ready' }>,
  usage: UsageRequest,
): Promise<PreparedSend> {
  const { tx, now, run, state } = turn;
  const { email, sender, messageId, claimNo, existing } = prepared;
  const columns = {
    status: 'sending',
    claim_no: claimNo,
    claimed_at: now,
    sender_id: sender.id,
    provider: sender.provider,
    to_address: email.to.address,
    subject: email.subject,
    content: email.text,
    html: email.html ?? null,
    failure_code: null,
    failure: null,
    updated_at: now,
  };
  if (existing) await tx('messages').where({ id: messageId }).update(columns);
  else {
    await tx('messages').insert({
      ...columns,
      id: messageId,
      account_id: run.account_id,
      lead_id: run.lead_id,
      agent_run_id: run.id,
      agent_id: run.agent_id,
      step_key: decision.step_key,
      visit: decision.visit,
      attempt: decision.attempt,
      channel: decision.channel,
      direction: 'outbound',
      type: decision.content.template_id ? 'template' : 'email',
      template_id: decision.content.template_id,
      variant: decision.content.variant,
      late_by_seconds: decision.late_by_seconds,
      created_at: now,
    });
    await countUsage(tx, usage, state.sent_count === 0);
  }
  // A moved cadence (branches before this step) must be stored with the claim, or a retry would decide anew.
  if (turn.events.length > 0 || run.step_key !== state.step_key) {
    await tx('agent_runs')
      .where({ id: run.id })
      .update({ cadence: JSON.stringify(state), step_key: state.step_key });
    await insertEvents(tx, now, turn.events);
    turn.events = [];
  }
  const { tx: _tx, ...rest } = turn;
  return { messageId, claimNo, turn: rest, decision, sender, email };
}
