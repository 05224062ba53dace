import { fromJson } from '../../db/connection.js';
import type { PlaceRow, TranscriptRow } from '../../db/conversations/messages.js';
import type { AgentStepRow, AgentTurnRow, ConversationRow } from '../../db/tables.js';
import type { CallResult } from '../../domain/agent/turn-input.js';
import type { Conversation } from '../../schemas/conversations/conversations.js';
import type { MessageAction } from '../../schemas/conversations/messages.js';
import type { ConversationTurn, TurnInShort, TurnStatus } from '../../schemas/conversations/turns.js';
import type { RecordedEffect } from '../../schemas/functions/function-effects.js';
import { toMessage } from '../../services/conversations/to-message.js';

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** Shows a conversation as the API answers it. */
export const toConversation = (row: ConversationRow): Conversation => ({
  id: row.id,
  channel: row.channel as Conversation['channel'],
  workflow_id: row.agent_id,
  workflow_version: row.agent_version,
  variant: row.variant,
  workflow_run_id: row.agent_run_id,
  lead_id: row.lead_id,
  handler: row.handler as Conversation['handler'],
  status: row.status as Conversation['status'],
  language: row.language,
  page: fromJson(row.page),
  unanswered: row.owed,
  handoff_reason: row.handoff_reason,
  handed_at: iso(row.handed_at),
  taken_by: row.taken_by,
  due_at: iso(row.due_at),
  last_inbound_at: iso(row.last_inbound_at),
  last_outbound_at: iso(row.last_outbound_at),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

type Call = ConversationTurn['calls'][number];
type TurnStep = ConversationTurn['steps'][number];

const toCall = ({ call: { tool, ...given }, refused, corrected = false, sources = [] }: CallResult): Call => ({
  tool,
  arguments: given,
  allowed: refused === null,
  refusal: refused,
  corrected,
  sources: sources.map(({ n, documentId, chunkId, title, page, score }) => ({
    n,
    document_id: documentId,
    chunk_id: chunkId,
    title,
    page,
    score,
  })),
});

/** Returns the stored prompt and answer of a step, or nothing once they are purged. */
function documentsOf(row: AgentStepRow) {
  const request = fromJson<{ sections?: TurnStep['prompt'] } | []>(row.request);
  const { text = null, said = null } =
    row.response === '' ? {} : fromJson<{ text?: string; said?: string }>(row.response);
  const found = fromJson<CallResult[] | { guard: TurnStep['guard'] }>(row.results);
  return {
    prompt: 'sections' in request ? (request.sections ?? []) : [],
    text,
    server_said: said,
    results: Array.isArray(found) ? found.map(toCall) : [],
    guard: Array.isArray(found) ? null : found.guard,
  };
}

const toStep = (row: AgentStepRow): TurnStep => ({
  claim: row.claim_no,
  no: row.step_no,
  model: row.model_key,
  model_version: row.model_version,
  model_name: row.model_name,
  status: row.status as TurnStep['status'],
  error: row.error,
  finish_reason: row.finish_reason,
  ...documentsOf(row),
  attempts: row.attempts,
  input_tokens: row.input_tokens,
  cached_tokens: row.cached_tokens,
  output_tokens: row.output_tokens,
  reasoning_tokens: row.reasoning_tokens,
  cost_micros: row.cost_micros,
  latency_ms: row.latency_ms,
  created_at: row.created_at.toISOString(),
});

/** Shows a turn explained, with the messages that belong to it and the steps of a model. */
export const toTurn = (
  row: AgentTurnRow,
  messages: readonly TranscriptRow[],
  steps: readonly AgentStepRow[],
): ConversationTurn => ({
  conversation_id: row.conversation_id,
  no: row.turn_no,
  cause: row.cause as ConversationTurn['cause'],
  status: row.status as TurnStatus,
  reason: row.reason,
  workflow_version: row.agent_version,
  variant: row.variant,
  language: row.language,
  confidence: row.confidence,
  inputs: messages.filter(({ role }) => role === 'user').map(toMessage),
  reply: messages.filter(({ turn_no }) => turn_no === row.turn_no).map(toMessage)[0] ?? null,
  calls: fromJson<CallResult[]>(row.calls).map(toCall),
  effects: fromJson<RecordedEffect[]>(row.effects).map((effect) => ({
    type: effect.type,
    params: effect.params,
    applied: effect.applied,
    skipped_reason: effect.skipped_reason ?? null,
    idempotency_key: effect.idempotency_key,
  })),
  steps: steps.map(toStep),
  cost_micros: steps.reduce((sum, { cost_micros }) => sum + cost_micros, 0),
  due_at: row.due_at.toISOString(),
  ended_at: row.ended_at.toISOString(),
});

const toPlace = ({ id, message_id }: PlaceRow) => ({ id, message_id });

/** Names what a message offers to click or fill in, as the lead reads it. */
const offersOf = ({ actions }: PlaceRow): string[] =>
  (fromJson<MessageAction[] | null>(actions) ?? []).flatMap((action) => {
    if (action.type === 'book_meeting') return action.slots.map(({ label }) => label);
    return action.type === 'form' ? action.fields.map(({ label }) => label) : action.label;
  });

/** Shows a turn in a list, with those of the messages that belong to it. */
export const toTurnSummary = (row: AgentTurnRow, messages: readonly PlaceRow[]): TurnInShort => ({
  no: row.turn_no,
  cause: row.cause as TurnInShort['cause'],
  status: row.status as TurnStatus,
  reason: row.reason,
  inputs: messages
    .filter(({ role, seq }) => role === 'user' && seq >= row.from_seq && seq <= row.through_seq)
    .map(toPlace),
  reply:
    messages
      .filter(({ turn_no }) => turn_no === row.turn_no)
      .map((message) => ({ ...toPlace(message), offers: offersOf(message) }))[0] ?? null,
  ended_at: row.ended_at.toISOString(),
});
