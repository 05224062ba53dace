import { applyResults } from '../../domain/agent/apply-results.js';
import { gate } from '../../domain/agent/gate.js';
import { resultOf } from '../../domain/agent/prompt.js';
import type { CallResult, ToolCall, TurnInput } from '../../domain/agent/turn-input.js';
import type { ModelCall, ProviderFields } from '../../providers/model/provider.js';
import type { ModelTurn, ModelTurnDependencies } from './model-turn.js';
import { findOffers, isStillFree } from './offers.js';
import { readCall } from './read-call.js';
import { toOffer } from './turn-input.js';
import { type ReadBefore, searchFor } from './use-tool.js';

/** So many calls of one step are looked at. */
const MOST_CALLS = 10;

type Evaluated = CallResult & { before?: ReadBefore };

/** Reads what a call asks for; nothing is written or reserved by it. */
async function readFor(
  { db, clock }: ModelTurnDependencies,
  modelTurn: ModelTurn,
  call: ToolCall,
  turnInput: TurnInput,
): Promise<Evaluated> {
  const { conversation, definition, snapshot } = modelTurn;
  const done = { call, refused: null };
  const refuse = (code: string, message: string) => ({ call, refused: { code, message } });
  if (call.tool === 'get_availability') {
    const rows = await findOffers(db, clock.now(), { conversation, definition, snapshot });
    modelTurn.offered = [...modelTurn.offered, ...rows];
    return { ...done, offers: rows.map((row) => toOffer(row, turnInput)), before: { offered: rows } };
  }
  if (call.tool === 'book_meeting') {
    const offer = modelTurn.offered.find(({ slot_id }) => slot_id === call.slot_id);
    const isFree = offer !== undefined && (await isStillFree(db, clock.now(), conversation, offer));
    return isFree ? done : refuse('SLOT_GONE', 'This time has just been booked by someone else.');
  }
  if (call.tool === 'search_knowledge') {
    const sources = await searchFor(db, conversation.account_id, call.query, turnInput);
    return { ...done, sources, before: { sources } };
  }
  return done;
}

/** Judges a call by the gate, on what the calls before it would have done. */
async function judge(
  deps: ModelTurnDependencies,
  modelTurn: ModelTurn,
  requestedCall: ModelCall,
  turnInput: TurnInput,
): Promise<Evaluated> {
  const read = readCall(requestedCall);
  if (!read.ok) return read.result;
  const { call } = read;
  const verdict = gate(call, turnInput);
  if (!verdict.ok) return { call, refused: verdict.refusal };
  if (call.tool !== 'capture_field') return readFor(deps, modelTurn, call, turnInput);
  const { value, confidence = call.confidence, corrected } = verdict;
  return { call: { ...call, confidence }, refused: null, value, ...(corrected ? { corrected } : {}) };
}

const tooMany = ({ name }: ModelCall): Evaluated => ({
  call: { tool: name.slice(0, 64) } as unknown as ToolCall,
  refused: { code: 'TOO_MANY', message: `A step can make at most ${MOST_CALLS} tool calls.` },
});

/**
 * Finds out what would come of the calls of a step, and tells the model so. Nothing is done before the turn is
 * committed, where the same gate judges each call again on the rows under their locks.
 */
export async function evaluate(
  deps: ModelTurnDependencies,
  modelTurn: ModelTurn,
  { text, calls, again }: { text: string; calls: readonly ModelCall[]; again?: ProviderFields },
): Promise<CallResult[]> {
  const results: CallResult[] = [];
  const previousInput = modelTurn.turnInput;
  let seen = previousInput;
  for (const [at, requestedCall] of calls.entries()) {
    const { before, ...result } =
      at < MOST_CALLS ? await judge(deps, modelTurn, requestedCall, seen) : tooMany(requestedCall);
    results.push(result);
    if (before) modelTurn.readBefore.set(result, before);
    // Whether the visitor is a lead is read after the whole step, as in the execution.
    seen = { ...applyResults(seen, [result]), isLead: previousInput.isLead };
  }
  modelTurn.turnInput = applyResults(previousInput, results);
  modelTurn.steps.push(results);
  const callResults = calls.map(({ id, name }, at) => ({
    id,
    name,
    value: resultOf(results[at] as CallResult, modelTurn.turnInput),
  }));
  modelTurn.messages.push({ role: 'assistant', text, calls, again }, { role: 'tool', results: callResults });
  modelTurn.fresh = [
    { name: 'results', origin: 'data', text: JSON.stringify(callResults.map(({ name, value }) => ({ name, value }))) },
  ];
  return results;
}
