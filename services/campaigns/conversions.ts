import { findRun } from '../../db/agent-runs/agent-runs.js';
import { findConversionType, findCreditedRun, insertConversion } from '../../db/campaigns/conversions.js';
import { type EventOrigin, insertEvents } from '../../db/events/events.js';
import type { AgentRunRow, ConversionRow, ConversionTypeRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { newId } from '../../runtime/ids.js';
import type { ConversionField } from '../../schemas/campaigns/conversions.js';
import type { ErrorCode } from '../../schemas/error-codes.js';
import { applyLeadEvent, CLOCKS_MS } from '../agent-runs/exit-rules.js';
import { metadataProblem } from '../leads/read-lead.js';

/** A success to be recorded with a lead that the caller has found, or locked. */
export interface NewConversion {
  accountId: string;
  leadId: string;
  typeId: string;
  amount?: number | null | undefined;
  currency?: string | null | undefined;
  /** The enrolment it is put down to; found if not given. */
  runId?: string | null | undefined;
  convertedAt?: Date | undefined;
  metadata?: Record<string, unknown> | undefined;
  notes?: string | null | undefined;
  origin: EventOrigin;
}

export type RecordedConversion =
  | { ok: true; row: ConversionRow; type: ConversionTypeRow }
  | { ok: false; problem: { code: ErrorCode; field: string; message: string } };

const CREDIT_MS = 30 * 86_400_000;

/**
 * Records a conversion in the caller's transaction: the row, attributed to an enrollment, the event, and the effects of
 * the agents' exit rules. Not idempotent on its own.
 */
export async function recordConversion(work: Work, given: NewConversion): Promise<RecordedConversion> {
  const { tx, now } = work;
  const { accountId, leadId, origin } = given;
  const type = await findConversionType(tx, accountId, given.typeId);
  if (!type) return refused('CONVERSION_TYPE_NOT_FOUND', '/conversion_type_id', 'Conversion type not found.');
  const run = await creditedRun(work, given);
  if (run === 'unknown') return refused('RUN_NOT_FOUND', '/workflow_run_id', "The lead doesn't have this run.");
  const metadata = given.metadata ?? {};
  const problem = metadataProblem(metadata) ?? fieldProblem(type, metadata);
  if (problem) return refused('VALIDATION_ERROR', problem.field, problem.message);
  const amount = given.amount ?? null;
  const row: ConversionRow = {
    id: newId(),
    account_id: accountId,
    conversion_type_id: type.id,
    lead_id: leadId,
    agent_run_id: run?.id ?? null,
    agent_id: run?.agent_id ?? null,
    amount: amount === null ? null : Number(amount.toFixed(4)),
    currency: given.currency ?? type.currency,
    converted_at: given.convertedAt ?? now,
    metadata: JSON.stringify(metadata),
    notes: given.notes ?? null,
    created_at: now,
  };
  await insertConversion(tx, row);
  const eventId = newId();
  const data = {
    conversion_id: row.id,
    conversion_type_id: type.id,
    conversion_type: type.name,
    category: type.category,
    amount: row.amount,
    currency: row.currency,
    workflow_id: row.agent_id,
  };
  const event = { accountId, leadId, data, origin };
  await insertEvents(tx, now, [{ ...event, id: eventId, type: 'conversion.recorded', agentRunId: row.agent_run_id }]);
  const happenedAt = row.converted_at;
  await applyLeadEvent(work, { ...event, eventType: 'conversion.recorded', eventId, happenedAt });
  return { ok: true, row, type };
}

const refused = (code: ErrorCode, field: string, message: string): RecordedConversion => ({
  ok: false,
  problem: { code, field, message },
});

async function creditedRun(
  work: Work,
  { accountId, leadId, runId, convertedAt = work.now }: NewConversion,
): Promise<Pick<AgentRunRow, 'id' | 'agent_id'> | undefined | 'unknown'> {
  const { tx } = work;
  if (runId == null) {
    const at = convertedAt.getTime();
    return findCreditedRun(tx, accountId, leadId, { at: new Date(at + CLOCKS_MS), since: new Date(at - CREDIT_MS) });
  }
  const run = await findRun(tx, accountId, runId);
  return run?.lead_id === leadId ? run : 'unknown';
}

function fieldProblem(type: ConversionTypeRow, metadata: Record<string, unknown>) {
  for (const field of JSON.parse(type.fields) as ConversionField[]) {
    const value = metadata[field.key];
    if (value === undefined || value === null) continue;
    if (typeof value === (field.type === 'number' ? 'number' : 'string')) continue;
    return {
      field: `/metadata/${field.key}`,
      message: `${field.key} must be a ${field.type} in conversions of this type.`,
    };
  }
  return undefined;
}
