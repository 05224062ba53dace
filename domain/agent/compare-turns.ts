import type { Difference } from '../../schemas/agents/trials.js';
import type { ConversationTurn } from '../../schemas/conversations/turns.js';

type Compared = Pick<ConversationTurn, 'status' | 'reason' | 'language' | 'reply' | 'calls'>;

const NO_TURN: Compared = { status: 'silent', reason: null, language: '', reply: null, calls: [] };

const allowedIn = (turns: readonly Compared[]) => turns.flatMap(({ calls }) => calls.filter(({ allowed }) => allowed));

/** The tools that were let through, each as often as it was used; looking things up changes nothing. */
const toolsIn = (turns: readonly Compared[]): string =>
  allowedIn(turns)
    .map(({ tool }) => tool)
    .filter((tool) => tool !== 'search_knowledge')
    .sort()
    .join();

/** Returns the captured values, by field. */
const fieldsIn = (turns: readonly Compared[]): string =>
  JSON.stringify(
    allowedIn(turns)
      .filter(({ tool }) => tool === 'capture_field')
      .map(({ arguments: { key, value } }) => `${key}=${JSON.stringify(value)}`)
      .sort(),
  );

const wordsOf = (turns: readonly Compared[]): string => turns.map(({ reply }) => reply?.text ?? '').join('\n');

/** Returns the offered actions, without the values that differ each day. */
const actionsOf = (turns: readonly Compared[]): string =>
  turns.flatMap(({ reply }) => reply?.actions.map(({ type }) => type) ?? []).join();

/** Describes in what a turn that was played again differs from what it was. */
export function differencesOf(recorded: Compared, replayed: readonly Compared[]): Difference[] {
  const last = replayed.at(-1) ?? NO_TURN;
  const before = [recorded];
  const found: Record<Difference, boolean> = {
    outcome: recorded.status !== last.status,
    reason: recorded.reason !== last.reason,
    reply: wordsOf(before) !== wordsOf(replayed),
    tools: toolsIn(before) !== toolsIn(replayed),
    fields: fieldsIn(before) !== fieldsIn(replayed),
    language: last.language !== '' && recorded.language !== last.language,
    actions: actionsOf(before) !== actionsOf(replayed),
  };
  return (Object.keys(found) as Difference[]).filter((name) => found[name]);
}
