import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Knex } from 'knex';
import { lockOpenRunIn } from '../../db/agent-runs/agent-runs.js';
import { findDefinition } from '../../db/agents/agents.js';
import { leaveChat, lockConversation, updateConversation } from '../../db/conversations/conversations.js';
import { moveInboxState } from '../../db/conversations/inbox.js';
import { type ConversationWithAgent, findChatConversation } from '../../db/conversations/with-agent.js';
import { insertEvents } from '../../db/events/events.js';
import { writeConsent } from '../../db/leads/consent.js';
import {
  findLead,
  findLeadByExternalId,
  findLeadByProvenEmail,
  lockLead,
  lockUnerasedLead,
} from '../../db/leads/leads.js';
import type { LeadRow, WidgetRow, WidgetSubmissionRow } from '../../db/tables.js';
import { insertSubmission, setLeadOfSubmission } from '../../db/widget/submissions.js';
import type { Work } from '../../db/work.js';
import { isColumn } from '../../domain/agent/fields.js';
import { shownTexts } from '../../domain/widget/capture.js';
import type { KeptPage } from '../../domain/widget/visitor-text.js';
import { canonicalJson } from '../../runtime/canonical-json.js';
import type { WidgetSettings } from '../../schemas/widget/widgets.js';
import { captureForm, type FormOutcome } from '../conversations/capture-form.js';
import { type ChatOpening, openChat } from '../conversations/open.js';
import { VISITOR } from '../conversations/session.js';
import { countEarlierMessages } from '../conversations/visitor-lead.js';
import type { ConfirmationLinks } from '../leads/confirm-contact.js';
import { updateLead } from '../leads/update-lead.js';
import { askOfTyped, typedWith } from './typed-contacts.js';
import { settingsOf } from './widgets.js';

/** The visitor according to the site's own server. */
export interface SiteUser {
  email?: string | undefined;
  external_id?: string | undefined;
  hash: string;
}

/** The data that a visitor sent with a widget's form. */
export interface Submission {
  widget: WidgetRow;
  sessionId: string;
  submissionId: string;
  /** As the form asks for them. */
  fields: Record<string, string>;
  /** The text that was agreed to; null where none was. */
  consent: { text: string; hash: string } | null;
  /** Proven. */
  user: SiteUser | undefined;
  page: KeptPage | null;
  locale: string | null;
  /** The language in which the visitor is asked to confirm an address. */
  language: string;
}

/** The outcome of a submission. */
export type SubmissionOutcome =
  | { outcome: 'kept'; leadId: string | null }
  | { outcome: 'repeated' }
  | { outcome: 'away' }
  | Extract<FormOutcome, { outcome: 'reused' | 'invalid' }>;

/** Returns what a form means, so that another one under the same id is known as such. */
export const fingerprintOf = (meaning: unknown): Buffer => createHash('sha256').update(canonicalJson(meaning)).digest();

export const NOT_SIGNED = "The hash isn't the HMAC-SHA256 of this user with the widget's identity secret.";

/**
 * Returns the values of a user that the site's server has signed with the widget's identity secret; undefined where it
 * has signed none. A hash over `external_id`, a line feed and `email` proves both; one over the `external_id`, or over
 * the `email` where that is the only value, proves that value alone, and the other one is left out.
 */
export function provenUser(secret: string, user: SiteUser): SiteUser | undefined {
  const { email, external_id, hash } = user;
  // With a line feed in a value, one signature could be read in two ways.
  if (`${external_id ?? ''}${email ?? ''}`.includes('\n')) return undefined;
  if (external_id === undefined) return email !== undefined && isHashOf(secret, email, hash) ? user : undefined;
  if (email !== undefined && isHashOf(secret, `${external_id}\n${email}`, hash)) return user;
  return isHashOf(secret, external_id, hash) ? { external_id, hash } : undefined;
}

function isHashOf(secret: string, text: string, hash: string): boolean {
  const signed = createHmac('sha256', secret).update(text).digest();
  const given = Buffer.from(hash, 'hex');
  return given.length === signed.length && timingSafeEqual(signed, given);
}

/** Returns the text of the widget's consent that has this hash; undefined where it says something else by now. */
export function consentTextOf(settings: WidgetSettings, hash: string | undefined): string | undefined {
  const { text } = settings.capture_form.sms_consent;
  return text === null
    ? undefined
    : shownTexts(text).find((each) => createHash('sha256').update(each, 'utf8').digest('hex') === hash);
}

/**
 * Keeps what a visitor sent, once for its id. Where the widget makes leads of forms it is a lead of its own, or what
 * the chat knows already, or the lead that the visitor proved to be; otherwise what was agreed to is kept alone.
 */
export async function keepSubmission(
  work: Work,
  submission: Submission,
  fingerprint: Buffer,
  links: ConfirmationLinks,
): Promise<SubmissionOutcome> {
  const { tx, now } = work;
  const { widget, sessionId, submissionId, fields, consent, page } = submission;
  const makesLead = settingsOf(widget).capture_form.lead_creation_on_submit;
  const row: WidgetSubmissionRow = {
    session_id: sessionId,
    submission_id: submissionId,
    account_id: widget.account_id,
    widget_id: widget.id,
    key_id: widget.key_id,
    fingerprint,
    lead_id: null,
    fields: makesLead ? null : JSON.stringify(fields),
    consent_text: consent?.text ?? null,
    consent_hash: consent?.hash ?? null,
    page: page && JSON.stringify(page),
    created_at: now,
  };
  if (!(await insertSubmission(tx, row))) return { outcome: 'repeated' };
  if (!makesLead) return { outcome: 'kept', leadId: null };
  const kept = await keepAsLead(work, submission);
  if (kept.outcome !== 'kept' || kept.leadId === null) return kept;
  await setLeadOfSubmission(tx, row, kept.leadId);
  if (consent) await keepConsent(work, kept.leadId, row);
  const lead = await findLead(tx, widget.account_id, kept.leadId);
  if (lead) await askOfTyped(work, links, lead, submission.language);
  return kept;
}

async function keepAsLead(work: Work, submission: Submission): Promise<SubmissionOutcome> {
  const { widget, sessionId, submissionId, user, locale, page } = submission;
  const { account_id: accountId, agent_id: agentId } = widget;
  const opening = { accountId, agentId, widgetId: widget.id, sessionId, locale, page: page && { ...page } };
  const conversation = await openChatOf(work, opening, user);
  if (!conversation) return { outcome: 'away' };
  // Data that the site has proven overrides typed data.
  const fields = { ...submission.fields, ...(user?.email ? { email: user.email } : {}) };
  const typed = { ...typedWith(widget), email: user?.email === undefined };
  const kept = await captureForm(work, conversation, { submissionId, fields, typed });
  // A new lead is found by the site's own id from now on.
  const externalId = conversation.verified ? undefined : user?.external_id;
  if (kept.outcome === 'kept') await keepOthers(work, conversation, kept.leadId, { fields, externalId });
  return kept;
}

/** Keeps what is neither a column of leads nor a field of the agent as metadata of the lead, and whom its site knows. */
async function keepOthers(
  work: Work,
  conversation: ConversationWithAgent,
  leadId: string,
  { fields, externalId }: { fields: Record<string, string>; externalId: string | undefined },
): Promise<void> {
  const definition = await findDefinition(work.tx, conversation.agent_id, conversation.agent_version);
  const known = new Set(definition?.fields.map(({ key }) => key));
  const metadata = Object.fromEntries(Object.entries(fields).filter(([key]) => !isColumn(key) && !known.has(key)));
  const others = {
    ...(Object.keys(metadata).length > 0 ? { metadata } : {}),
    ...(externalId === undefined ? {} : { external_id: externalId }),
  };
  const lead = Object.keys(others).length > 0 ? await lockLead(work.tx, conversation.account_id, leadId) : undefined;
  if (lead) await updateLead(work, { lead, fields: others, country: conversation.account_country, origin: VISITOR });
}

/**
 * Finds or opens the chat of a session, and assigns it to the lead that its visitor proved to be, if the account has
 * that lead. Another lead's chat stays with that lead, and the visitor gets a new one. Returns undefined if neither an
 * agent nor a person can answer.
 */
export async function openChatOf(
  work: Work,
  opening: ChatOpening,
  user: SiteUser | undefined,
): Promise<ConversationWithAgent | undefined> {
  if (!user) return openChat(work, opening);
  const { tx } = work;
  const { accountId, sessionId, turnId } = opening;
  const lead = await findUser(work, accountId, user);
  const before = await findChatConversation(tx, accountId, sessionId);
  if (before && (await isOfOthers(tx, before, user, lead))) await leaveChat(tx, before);
  const conversation = await openChat(work, opening);
  if (!conversation || !lead || conversation.verified) return conversation;
  // Another request may have assigned it at the same time.
  if (!(await attach(work, conversation, lead))) return openChatOf(work, opening, user);
  return findChatConversation(tx, accountId, sessionId, turnId);
}

/**
 * Returns whether a chat is of another lead than its visitor proved to be. What was typed proves nothing: a chat that
 * only came to its lead by that is another's only where the visitor is a lead too.
 */
async function isOfOthers(
  tx: Knex,
  conversation: ConversationWithAgent,
  user: SiteUser,
  lead: LeadRow | undefined,
): Promise<boolean> {
  if (conversation.lead_id === null || conversation.lead_id === lead?.id || !(lead || conversation.verified))
    return false;
  const owner = await findLead(tx, conversation.account_id, conversation.lead_id);
  return !owner || !isOf(owner, user);
}

/** Finds the lead that a proven user is, and locks it. */
async function findUser({ tx }: Work, accountId: string, user: SiteUser): Promise<LeadRow | undefined> {
  const found =
    user.external_id === undefined
      ? await findLeadByProvenEmail(tx, accountId, user.email ?? '')
      : await findLeadByExternalId(tx, accountId, user.external_id);
  const lead = found && (await lockUnerasedLead(tx, accountId, found.id));
  // It may have been hidden, or have changed its address, while its row was waited for.
  return lead && !lead.hidden && isOf(lead, user) && isProven(lead, user) ? lead : undefined;
}

/**
 * Returns whether the address by which a lead was found was proven. Its external id always is: no visitor can set one.
 */
const isProven = ({ email_typed, source }: LeadRow, user: SiteUser): boolean =>
  user.external_id !== undefined || !(email_typed ?? source === 'widget');

const isOf = ({ email, external_id }: LeadRow, user: SiteUser): boolean =>
  user.external_id === undefined
    ? email?.toLowerCase() === user.email?.toLowerCase()
    : external_id?.toString() === user.external_id;

/**
 * Gives a chat to the lead that its visitor proved to be, which is locked already; false where it isn't any more as it
 * was found.
 */
async function attach({ tx, now }: Work, conversation: ConversationWithAgent, lead: LeadRow): Promise<boolean> {
  const run = await lockOpenRunIn(tx, conversation.account_id, lead.id, conversation.agent_id);
  const row = await lockConversation(tx, conversation.id);
  if (row?.lead_id !== conversation.lead_id || row.verified || row.thread !== conversation.thread) return false;
  const follows = run ? { agent_version: run.agent_version } : {};
  // The person who has the lead also gets this chat.
  const taken = run?.human_takeover && row.handler === 'agent' ? { handler: 'person', handed_at: now } : {};
  await updateConversation(tx, row.id, {
    lead_id: lead.id,
    agent_run_id: run?.id ?? null,
    verified: true,
    updated_at: now,
    ...follows,
    ...taken,
  });
  await countEarlierMessages(tx, row, lead.id);
  await moveInboxState(tx, row.id, lead.id);
  return true;
}

/**
 * Stores the consent to text messages with the lead, with the text it refers to. It lifts no suppression of the number,
 * because typing a number proves nothing.
 */
async function keepConsent(
  { tx, now }: Work,
  leadId: string,
  { account_id: accountId, submission_id, consent_hash }: WidgetSubmissionRow,
): Promise<void> {
  const note = `Form ${submission_id} of the chat; SHA-256 of its text: ${consent_hash}.`;
  await writeConsent(
    tx,
    now,
    { id: leadId, account_id: accountId },
    { channel: 'sms', state: 'opted_in', source: 'form', note },
  );
  await insertEvents(tx, now, [
    { accountId, leadId, type: 'lead.opted_in', data: { channel: 'sms', submission_id }, origin: VISITOR },
  ]);
}
