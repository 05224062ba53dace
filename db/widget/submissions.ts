import type { Db } from '../connection.js';
import { insertIfNew } from '../insert-rows.js';
import type { WidgetSubmissionRow } from './tables.js';

export const findSubmission = (
  db: Db,
  sessionId: string,
  submissionId: string,
): Promise<WidgetSubmissionRow | undefined> =>
  db('widget_submissions').where({ session_id: sessionId, submission_id: submissionId }).first();

/**
 * Inserts a submitted form. Returns false if it was submitted before. Waits for a concurrent insert of the same form.
 */
export const insertSubmission = (tx: Db, row: WidgetSubmissionRow): Promise<boolean> =>
  insertIfNew(tx, 'widget_submissions', row);

/** Names the lead that a form made or completed. */
export async function setLeadOfSubmission(
  tx: Db,
  { session_id, submission_id }: WidgetSubmissionRow,
  leadId: string,
): Promise<void> {
  await tx('widget_submissions').where({ session_id, submission_id }).update({ lead_id: leadId });
}
