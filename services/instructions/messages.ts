import type { MessageRow, NotificationRow, UserMailRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import {
  digestWorkflowId,
  messageWorkflowId,
  sandboxCallWorkflowId,
  userMailWorkflowId,
} from '../../domain/flow/ids.js';
import type { DigestInput } from '../../workflows/digest.protocol.js';
import type { Instruction } from '../../workflows/instructions.protocol.js';
import { instruct, instructInTurn, startOf } from './instruct.js';

type InstructedMessage = Pick<MessageRow, 'id' | 'account_id' | 'lead_id'>;

const instructionOf = ({ id, account_id, lead_id }: InstructedMessage, more: { wake?: string } = {}): Instruction =>
  startOf(messageWorkflowId(id), {
    workflow: 'messageWorkflow',
    kind: 'message',
    summary: 'Sends one message',
    accountId: account_id,
    leadId: lead_id,
    input: { messageId: id },
    ...more,
  });

/** Starts the workflow that sends a message which no cadence sends. */
export const startMessage = (work: Work, message: InstructedMessage): Promise<void> =>
  instruct(work, [instructionOf(message)]);

/** Notifies a message's workflow to look at its row again, once the caller's transaction has committed. */
export const wakeMessage = (work: Work, message: InstructedMessage, reason: string): Promise<void> =>
  instruct(work, [instructionOf(message, { wake: reason })]);

/** Wakes messages whose turn has come in a line. */
export const callMessages = (work: Work, messages: readonly InstructedMessage[]): Promise<void> =>
  instructInTurn(
    work,
    messages.map((message) => instructionOf(message, { wake: 'its turn' })),
  );

type InstructedDigest = Pick<NotificationRow, 'id' | 'account_id'>;

const digestInstruction = (
  { id, account_id }: InstructedDigest,
  { plan, ...more }: Pick<DigestInput, 'plan'> & { wake?: string },
): Instruction =>
  startOf(digestWorkflowId(id), {
    workflow: 'digestWorkflow',
    kind: 'digest',
    summary: 'Mails one digest to a user',
    accountId: account_id,
    input: { digestId: id, ...(plan && { plan }) },
    ...more,
  });

/** The time that a new digest waits for lines that come at about the same time. */
const GATHER_MS = 5_000;

/** Starts the workflow that mails a digest which this transaction has made. */
export function startDigest(work: Work, digest: InstructedDigest): Promise<void> {
  const { now } = work;
  const sleepUntil = new Date(now.getTime() + GATHER_MS).toISOString();
  const plan = { sleepUntil, summary: 'wait for further lines', action: 'mail the digest' };
  return instruct(work, [digestInstruction(digest, { plan })]);
}

/** Wakes a digest's workflow. A workflow that ended is started again. */
export const wakeDigest = (work: Work, digest: InstructedDigest, reason: string): Promise<void> =>
  instruct(work, [digestInstruction(digest, { wake: reason })]);

/**
 * Starts the workflow that sends an email to a user of the account. With `again`, also after an earlier one has ended.
 */
export const startUserMail = (
  work: Work,
  { id, account_id }: Pick<UserMailRow, 'id' | 'account_id'>,
  more: { again?: true } = {},
): Promise<void> =>
  instruct(work, [
    startOf(userMailWorkflowId(id), {
      workflow: 'userMailWorkflow',
      kind: 'user_mail',
      summary: 'Sends an email to a user of the account',
      accountId: account_id,
      input: { userMailId: id },
      ...more,
    }),
  ]);

/** Starts the workflow that plays a call which the sandbox took. */
export const startSandboxCall = (
  work: Work,
  { accountId, messageId }: { accountId: string; messageId: string },
): Promise<void> =>
  instruct(work, [
    startOf(sandboxCallWorkflowId(messageId), {
      workflow: 'sandboxCallWorkflow',
      kind: 'sandbox_call',
      summary: 'Runs a call of the sandbox',
      accountId,
      input: { messageId },
    }),
  ]);
