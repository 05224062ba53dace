import { addParked } from '../../db/outbox.js';
import type { Work } from '../../db/work.js';
import type { Instruction, WorkflowInputs, WorkflowStart } from '../../workflows/instructions.protocol.js';

/** Writes instructions to Temporal in the caller's transaction; they commit or vanish with it. */
export const instruct = (work: Work, instructions: readonly Instruction[]): Promise<void> =>
  work.instruct(instructions.map((instruction) => ({ ...instruction, args: { ...instruction.args } })));

/** Writes instructions whose turn has come: they stand behind no bulk, not even one of their own account. */
export const instructInTurn = (work: Work, instructions: readonly Instruction[]): Promise<void> =>
  work.instruct(instructions.map((instruction) => ({ ...instruction, args: { ...instruction.args }, bulk: false })));

/** Writes an instruction that isn't tried before an operator asks for it, and why. */
export const instructLater = (work: Work, instruction: Instruction, reason: string): Promise<void> =>
  addParked(work.tx, work.now, { ...instruction, args: { ...instruction.args } }, reason);

/** Makes the instruction that starts or wakes a workflow; its name and input are checked against its protocol. */
export const startOf = <Name extends keyof WorkflowInputs>(
  workflowId: string,
  start: WorkflowStart<Name>,
): Instruction => ({
  accountId: start.accountId,
  kind: 'workflow',
  workflowId,
  args: start as Extract<Instruction, { kind: 'workflow' }>['args'],
});
