import type { InboundEventRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { inboundWorkflowId } from '../../domain/flow/ids.js';
import type { Instruction } from '../../workflows/instructions.protocol.js';
import { instruct, instructLater, startOf } from './instruct.js';

type InstructedEvent = Pick<InboundEventRow, 'id' | 'account_id' | 'provider'>;

const instructionOf = ({ id, account_id, provider }: InstructedEvent, more: { again?: true }): Instruction =>
  startOf(inboundWorkflowId(id), {
    workflow: 'inboundEventWorkflow',
    kind: 'inbound',
    summary: `Works one event from the ${provider} provider`,
    accountId: account_id,
    input: { inboundEventId: id },
    ...more,
  });

/** Starts the workflow that works an event; `again` also where an earlier one gave it up. */
export const startInboundEvent = (work: Work, event: InstructedEvent, more: { again?: true } = {}): Promise<void> =>
  instruct(work, [instructionOf(event, more)]);

/** Parks the instruction to process an event for an operator, with the reason why it isn't processed automatically. */
export const parkInboundEvent = (work: Work, event: InstructedEvent, reason: string): Promise<void> =>
  instructLater(work, instructionOf(event, { again: true }), reason);
