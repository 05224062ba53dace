import { writeNote } from '../../leads/notes.js';
import { type ApplyToLead, DONE } from '../effect.js';

/** Writes a note about the lead. */
export const applyAddNote: ApplyToLead<'add_note'> = async (work, target, { params }, { origin }) => {
  await writeNote(work, {
    accountId: target.account.id,
    leadId: target.leadId,
    runId: target.run?.row.id ?? null,
    text: params.text,
    by: origin.id === null ? origin.kind : `${origin.kind}:${origin.id}`,
    origin,
  });
  return DONE;
};
