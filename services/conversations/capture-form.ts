import { createHash } from 'node:crypto';
import { findInput } from '../../db/conversations/messages.js';
import type { Seat } from '../../db/conversations/seats.js';
import { insertEvents } from '../../db/events/events.js';
import { lockLead } from '../../db/leads/leads.js';
import { putVariable } from '../../db/leads/variables.js';
import type { Work } from '../../db/work.js';
import { canonical, isColumn } from '../../domain/agent/fields.js';
import type { Known } from '../../domain/agent/scene.js';
import { canonicalJson } from '../../runtime/canonical-json.js';
import { type LeadProblem, TYPED, type Typed } from '../leads/read-lead.js';
import { updateLead } from '../leads/update-lead.js';
import { memoryOf } from './scene.js';
import { addMessage, change, type Sitting, save, sit, VISITOR } from './sitting.js';
import { makeLead, visitorFields } from './visitor-lead.js';

/** What a visitor filled in, by the keys of lead columns and of the agent's fields. */
export interface SubmittedForm {
  /** The browser's own id of it (a UUID): the same one is taken once. */
  submissionId: string;
  fields: Readonly<Record<string, string>>;
  /** Whether the site signed the e-mail address among them. */
  isEmailProven?: boolean;
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
export async function captureForm(work: Work, seat: Seat, form: SubmittedForm): Promise<FormOutcome> {
  const fingerprint = createHash('sha256').update(canonicalJson(form.fields)).digest();
  const earlier = await findInput(work.tx, seat.id, form.submissionId);
  if (earlier) {
    const same = earlier.fingerprint?.equals(fingerprint) && seat.lead_id !== null;
    return same ? { outcome: 'kept', leadId: seat.lead_id ?? '', created: true } : { outcome: 'reused' };
  }
  const sitting = await sit(work, seat);
  if (!sitting) throw new Error('The conversation’s agent is gone.');
  if (sitting.snapshot?.lead.erased_at) return { outcome: 'away' };
  const values = formValues(sitting, form.fields);
  const had = sitting.seat.lead_id;
  const typed = { ...TYPED, email: form.isEmailProven !== true };
  const problems = await keepColumns(sitting, values, typed);
  if (problems) return { outcome: 'invalid', problems };
  await keepVariables(sitting, values);
  addMessage(sitting, { role: 'system', client_turn_id: form.submissionId, fingerprint });
  await save(sitting);
  return { outcome: 'kept', leadId: sitting.seat.lead_id ?? '', created: had === null };
}

/** The values of a form by their keys; what its field's type doesn't take is left as it was written. */
function formValues({ definition, seat }: Sitting, fields: SubmittedForm['fields']): Record<string, Known> {
  return Object.fromEntries(
    Object.entries(fields).map(([key, text]): [string, Known] => {
      const field = definition.fields.find((each) => each.key === key);
      const given = field?.type === 'number' ? Number(text.replace(',', '.')) : text;
      const value = field && canonical(field, given, seat.account_country);
      return [key, { value: value ?? text, confidence: 1, setBy: 'form' }];
    }),
  );
}

async function keepColumns(
  sitting: Sitting,
  values: Record<string, Known>,
  typed: Typed,
): Promise<LeadProblem[] | undefined> {
  const { work, seat } = sitting;
  if (!sitting.snapshot) {
    const memory = memoryOf(sitting);
    change(sitting, { memory: JSON.stringify({ ...memory, values: {} }) });
    const made = await makeLead(sitting, visitorFields({ ...memory.values, ...values }), typed);
    Object.assign(values, { ...memory.values, ...values });
    return made === true ? undefined : made;
  }
  const fields = Object.fromEntries(
    Object.entries(values).flatMap(([key, { value }]) => (isColumn(key) ? [[key, value]] : [])),
  );
  const lead = await lockLead(work.tx, seat.account_id, sitting.snapshot.lead.id);
  if (!lead) throw new Error('The lead of a conversation is gone.');
  const changed = await updateLead(work, { lead, fields, country: seat.account_country, origin: VISITOR, typed });
  return changed.ok ? undefined : changed.problems;
}

async function keepVariables({ work, seat, definition }: Sitting, values: Record<string, Known>): Promise<void> {
  const { tx, now } = work;
  for (const { key } of definition.fields) {
    const known = values[key];
    if (!known || seat.lead_id === null) continue;
    const { value, confidence, setBy } = known;
    const about = { lead_id: seat.lead_id, account_id: seat.account_id, field_key: key, confidence, updated_at: now };
    const value_text = typeof value === 'string' ? value : JSON.stringify(value);
    await putVariable(tx, { ...about, value: JSON.stringify(value), value_text, set_by: setBy });
    const event = { accountId: seat.account_id, leadId: seat.lead_id, origin: VISITOR };
    await insertEvents(tx, now, [{ ...event, type: 'lead.field_captured', data: { key, confidence } }]);
  }
}
