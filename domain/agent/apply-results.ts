import type { CallResult, TurnInput } from './turn-input.js';

/**
 * Lays what calls would do over a turn input, so that later calls and answers see it before it is done. A visitor
 * who has told an address counts as a lead from the next step on.
 */
export function applyResults(turnInput: TurnInput, results: readonly CallResult[]): TurnInput {
  let { known, hasMeeting, isLead } = turnInput;
  for (const { call, refused, value } of results) {
    if (refused) continue;
    if (call.tool === 'book_meeting') hasMeeting = true;
    if (call.tool !== 'capture_field') continue;
    const set = { value, confidence: call.confidence, setBy: 'agent' };
    const type = turnInput.agent.fields.find(({ key }) => key === call.key)?.type;
    known = { ...known, [call.key]: set };
    if (type === 'email' || type === 'phone') known = { ...known, [type]: known[type] ?? set };
    if (known.email || known.phone) isLead = true;
  }
  return { ...turnInput, known, hasMeeting, isLead, done: [...turnInput.done, ...results] };
}
