import { createHash } from 'node:crypto';
import { findInput } from '../../db/conversations/messages.js';
import type { ConversationWithAgent } from '../../db/conversations/with-agent.js';
import { insertEvents } from '../../db/events/events.js';
import { lockLead } from '../../db/leads/leads.js';
import { putVariable } from '../../db/leads/variables.js';
import type { Work } from '../../db/work.js';
import { canonical, isColumn } from '../../domain/agent/fields.js';
import type { KnownValue } from '../../domain/agent/turn-input.js';
import { canonicalJson } from '../../runtime/canonical-json.js';
import { type LeadProblem, TYPED, type Typed } from '../leads/read-lead.js';
import { updateLead } from '../leads/update-lead.js';
import { addMessage, type ConversationSession, change, openSession, save, VISITOR } from './session.js';
import { memoryOf } from './turn-input.js';
import { makeLead, visitorFields } from './visitor-lead.js';

/** The values of a submitted form, by the keys of lead columns and of the agent's fields. */
export interface SubmittedForm {
  /** The browser's own id of it (a UUID): the same one is taken once. */
  submissionId: string;
  fields: Readonly<Record<string, string>>;
  /** The addresses among them that were typed. Defaults to all. */
  typed?: Typed;
}

/** The lead that a form made or completed; `created` says whether it was made by it. */
export type FormOutcome =
  | { outcome: 'kept'; leadId: string; created: boolean }
  | { outcome: 'reused' }
  /** The lead was erased: nothing is kept of it any more. */
  | { outcome: 'away' }
  | { outcome: 'invalid'; problems: LeadProblem[] };

/**
 * Makes a lead of what a visitor filled in, or completes the one that the conversation has; it is matched with no other
 * lead. What a form says is not overruled by the agent.
 */
export async function captureForm(
  work: Work,
  conversation: ConversationWithAgent,
  form: SubmittedForm,
): Promise<FormOutcome> {
  const fingerprint = createHash('sha256').update(canonicalJson(form.fields)).digest();
  const earlier = await findInput(work.tx, conversation.id, form.submissionId);
  if (earlier) {
    const same = earlier.fingerprint?.equals(fingerprint) && conversation.lead_id !== null;
    return same ? { outcome: 'kept', leadId: conversation.lead_id ?? '', created: true } : { outcome: 'reused' };
  }
  const session = await openSession(work, conversation);
  if (!session) throw new Error('The agent of the conversation no longer exists.');
  if (session.snapshot?.lead.erased_at) return { outcome: 'away' };
  const values = formValues(session, form.fields);
  const had = session.conversation.lead_id;
  const problems = await keepColumns(session, values, form.typed ?? TYPED);
  if (problems) return { outcome: 'invalid', problems };
  await keepVariables(session, values);
  addMessage(session, { role: 'system', client_turn_id: form.submissionId, fingerprint });
  await save(session);
  return { outcome: 'kept', leadId: session.conversation.lead_id ?? '', created: had === null };
}

/** The values of a form by their keys; what its field's type doesn't take is left as it was written. */
function formValues(
  { definition, conversation }: ConversationSession,
  fields: SubmittedForm['fields'],
): Record<string, KnownValue> {
  return Object.fromEntries(
    Object.entries(fields).map(([key, text]): [string, KnownValue] => {
      const field = definition.fields.find((each) => each.key === key);
      const given = field?.type === 'number' ? Number(text.replace(',', '.')) : text;
      const value = field && canonical(field, given, conversation.account_country);
      return [key, { value: value ?? text, confidence: 1, setBy: 'form' }];
    }),
  );
}

async function keepColumns(
  session: ConversationSession,
  values: Record<string, KnownValue>,
  typed: Typed,
): Promise<LeadProblem[] | undefined> {
  const { work, conversation } = session;
  if (!session.snapshot) {
    const memory = memoryOf(session);
    change(session, { memory: JSON.stringify({ ...memory, values: {} }) });
    const made = await makeLead(session, visitorFields({ ...memory.values, ...values }), typed);
    Object.assign(values, { ...memory.values, ...values });
    return made === true ? undefined : made;
  }
  const fields = Object.fromEntries(
    Object.entries(values).flatMap(([key, { value }]) => (isColumn(key) ? [[key, value]] : [])),
  );
  const lead = await lockLead(work.tx, conversation.account_id, session.snapshot.lead.id);
  if (!lead) throw new Error('The lead of the conversation no longer exists.');
  const changed = await updateLead(work, {
    lead,
    fields,
    country: conversation.account_country,
    origin: VISITOR,
    typed,
  });
  return changed.ok ? undefined : changed.problems;
}

async function keepVariables(
  { work, conversation, definition }: ConversationSession,
  values: Record<string, KnownValue>,
): Promise<void> {
  const { tx, now } = work;
  for (const { key } of definition.fields) {
    const known = values[key];
    if (!known || conversation.lead_id === null) continue;
    const { value, confidence, setBy } = known;
    const about = {
      lead_id: conversation.lead_id,
      account_id: conversation.account_id,
      field_key: key,
      confidence,
      updated_at: now,
    };
    const value_text = typeof value === 'string' ? value : JSON.stringify(value);
    const event = { accountId: conversation.account_id, leadId: conversation.lead_id, origin: VISITOR, variable: key };
    await insertEvents(tx, now, [{ ...event, type: 'lead.field_captured', data: { key, confidence } }]);
    await putVariable(tx, { ...about, value: JSON.stringify(value), value_text, set_by: setBy });
  }
}
