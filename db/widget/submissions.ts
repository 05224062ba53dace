import type { Db } from '../connection.js';
import type { WidgetSubmissionRow } from '../tables.js';

export const findSubmission = (
  db: Db,
  sessionId: string,
  submissionId: string,
): Promise<WidgetSubmissionRow | undefined> =>
  db('widget_submissions').where({ session_id: sessionId, submission_id: submissionId }).first();

/** Writes a form that was sent; false where it was sent before. Whoever sends the same at this moment is waited for. */
export async function insertSubmission(tx: Db, row: WidgetSubmissionRow): Promise<boolean> {
  const [result] = await tx.raw('? ON DUPLICATE KEY UPDATE submission_id = submission_id', [
    tx('widget_submissions').insert(row),
  ]);
  return (result as { affectedRows: number }).affectedRows === 1;
}

/** Names the lead that a form made or completed. */
export async function setLeadOfSubmission(
  tx: Db,
  { session_id, submission_id }: WidgetSubmissionRow,
  leadId: string,
): Promise<void> {
  await tx('widget_submissions').where({ session_id, submission_id }).update({ lead_id: leadId });
}
