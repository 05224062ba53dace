import { gate } from '../../domain/agent/gate.js';
import { overlay } from '../../domain/agent/overlay.js';
import { resultOf } from '../../domain/agent/prompt.js';
import type { CallResult, Scene, ToolCall } from '../../domain/agent/scene.js';
import type { Again, ModelCall } from '../../providers/model/provider.js';
import { findOffers, isStillFree } from './offers.js';
import { readCall } from './read-call.js';
import { toOffer } from './scene.js';
import type { ThinkDependencies, Thought } from './thought.js';
import { type ReadBefore, searchFor } from './use-tool.js';

/** So many calls of one step are looked at. */
const MOST_CALLS = 10;

type Evaluated = CallResult & { before?: ReadBefore };

/** Reads what a call asks for; nothing is written or reserved by it. */
async function readFor(
  { db, clock }: ThinkDependencies,
  thought: Thought,
  call: ToolCall,
  scene: Scene,
): Promise<Evaluated> {
  const { seat, definition, snapshot } = thought;
  const done = { call, refused: null };
  const refuse = (code: string, message: string) => ({ call, refused: { code, message } });
  if (call.tool === 'get_availability') {
    const rows = await findOffers(db, clock.now(), { seat, definition, snapshot });
    thought.offered = [...thought.offered, ...rows];
    return { ...done, offers: rows.map((row) => toOffer(row, scene)), before: { offered: rows } };
  }
  if (call.tool === 'book_meeting') {
    const offer = thought.offered.find(({ slot_id }) => slot_id === call.slot_id);
    const isFree = offer !== undefined && (await isStillFree(db, clock.now(), seat, offer));
    return isFree ? done : refuse('SLOT_GONE', 'Somebody else has just taken this time.');
  }
  if (call.tool === 'search_knowledge') {
    const sources = await searchFor(db, seat.account_id, call.query, scene);
    return { ...done, sources, before: { sources } };
  }
  return done;
}

/** Judges a call by the gate, on what the calls before it would have done. */
async function judge(deps: ThinkDependencies, thought: Thought, asked: ModelCall, scene: Scene): Promise<Evaluated> {
  const read = readCall(asked);
  if (!read.ok) return read.result;
  const { call } = read;
  const verdict = gate(call, scene);
  if (!verdict.ok) return { call, refused: verdict.refusal };
  if (call.tool !== 'capture_field') return readFor(deps, thought, call, scene);
  const { value, confidence = call.confidence, corrected } = verdict;
  return { call: { ...call, confidence }, refused: null, value, ...(corrected ? { corrected } : {}) };
}

const tooMany = ({ name }: ModelCall): Evaluated => ({
  call: { tool: name.slice(0, 64) } as unknown as ToolCall,
  refused: { code: 'TOO_MANY', message: `One step takes ${MOST_CALLS} calls at most.` },
});

/**
 * Finds out what would come of the calls of a step, and tells the model so. Nothing is done before the turn is
 * committed, where the same gate judges each call again on the rows under their locks.
 */
export async function evaluate(
  deps: ThinkDependencies,
  thought: Thought,
  { text, calls, again }: { text: string; calls: readonly ModelCall[]; again?: Again },
): Promise<CallResult[]> {
  const results: CallResult[] = [];
  const begun = thought.scene;
  let seen = begun;
  for (const [at, asked] of calls.entries()) {
    const { before, ...result } = at < MOST_CALLS ? await judge(deps, thought, asked, seen) : tooMany(asked);
    results.push(result);
    if (before) thought.readBefore.set(result, before);
    // Whether somebody is a lead is looked at once the whole step is done, as it is when it is done.
    seen = { ...overlay(seen, [result]), isLead: begun.isLead };
  }
  thought.scene = overlay(begun, results);
  thought.steps.push(results);
  const told = calls.map(({ id, name }, at) => ({
    ...{ id, name, value: resultOf(results[at] as CallResult, thought.scene) },
  }));
  thought.messages.push({ role: 'assistant', text, calls, again }, { role: 'tool', results: told });
  thought.fresh = [
    { name: 'results', origin: 'data', text: JSON.stringify(told.map(({ name, value }) => ({ name, value }))) },
  ];
  return results;
}
