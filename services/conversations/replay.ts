import { clearTakeover } from '../../db/agent-runs/agent-runs.js';
import type { Db } from '../../db/connection.js';
import { fromJson } from '../../db/connection.js';
import { listTurnMessages, type TranscriptRow } from '../../db/conversations/messages.js';
import { listTurns, placeOfOffer } from '../../db/conversations/turns.js';
import type { ConversationWithAgent } from '../../db/conversations/with-agent.js';
import { dropVariables } from '../../db/leads/variables.js';
import { withdrawMeetings } from '../../db/meetings/meetings.js';
import { listSteps } from '../../db/models/steps.js';
import type { AgentStepRow, AgentTurnRow } from '../../db/tables.js';
import type { CallResult } from '../../domain/agent/turn-input.js';
import type { Choice } from '../../schemas/conversations/messages.js';
import { fieldsOf, type TrialResult } from './run-trial.js';
import type { TrialMessage, TrialPlan } from './trial.js';

/** A turn of a conversation as it was, with what was said in it. */
export interface RecordedTurn {
  row: AgentTurnRow;
  messages: TranscriptRow[];
  steps: AgentStepRow[];
}

/** The recorded data for a replay of a conversation. */
export interface Recording {
  turns: RecordedTurn[];
  turnMessages: TrialMessage[][];
}

const MOST_TURNS = 30;

/** Returns an input for the replay. A selected time becomes its position in the offer. */
async function inputOf(db: Db, conversationId: string, row: TranscriptRow): Promise<TrialMessage> {
  const choice = fromJson<Choice | null>(row.choice);
  if (choice?.type !== 'book_meeting') return { text: row.text ?? '' };
  const slot = await placeOfOffer(db, conversationId, choice.slot_id);
  return slot === undefined ? { text: row.text ?? '' } : { slot };
}

/** Reads the turns of a conversation in which something was said, as far as an agent had it. */
export async function readRecording(db: Db, { id }: ConversationWithAgent, through: number): Promise<Recording> {
  const turns: RecordedTurn[] = [];
  const turnMessages: TrialMessage[][] = [];
  for (const row of await listTurns(db, id, through)) {
    if (row.reason === 'taken_over' || turns.length === MOST_TURNS) break;
    const messages = await listTurnMessages(db, row);
    const inputs = messages.filter(({ role }) => role === 'user');
    if (inputs.length > 0) {
      turns.push({ row, messages, steps: await listSteps(db, row) });
      turnMessages.push(await Promise.all(inputs.map((input) => inputOf(db, id, input))));
    }
    if (row.status === 'handed_off') break;
  }
  return { turns, turnMessages };
}

const capturedIn = ({ turns }: Recording): string[] =>
  turns.flatMap(({ row }) =>
    (JSON.parse(row.calls) as CallResult[]).flatMap(({ call, refused }) =>
      call.tool === 'capture_field' && !refused ? [call.key] : [],
    ),
  );

/** Returns a conversation as it was, in the form of one that is tried: for the version that has answered already. */
export async function asRecorded(
  db: Db,
  conversation: ConversationWithAgent,
  { turns }: Recording,
): Promise<TrialResult> {
  return {
    turns: turns.map((turn, round) => ({ ...turn, round })),
    conversation: conversation,
    fields: await fieldsOf(db, conversation),
    isComplete: true,
  };
}

/**
 * Takes back what a conversation had found out about its lead and booked for it, and lets its agent answer again: for a
 * transaction that is taken back itself.
 */
export const atStart =
  (conversation: ConversationWithAgent, recording: Recording): NonNullable<TrialPlan['prepare']> =>
  async ({ tx, now }) => {
    const { lead_id, agent_id, agent_run_id, account_id, created_at } = conversation;
    if (lead_id === null) return;
    await dropVariables(tx, lead_id, { keys: capturedIn(recording), setBy: 'agent' });
    await withdrawMeetings(tx, now, { account_id, lead_id, created_by: `agent:${agent_id}`, since: created_at });
    if (agent_run_id !== null) await clearTakeover(tx, agent_run_id);
  };
