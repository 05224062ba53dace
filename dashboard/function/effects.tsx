import type { FunctionRun } from '../../schemas/functions/function-runs.js';
import { Chip } from '../parts/chip.js';
import { compare, valuesInWords } from '../parts/compare.js';
import { DifferenceList } from '../parts/difference-list.js';
import { wordOf } from '../words/fields.js';

type Effect = FunctionRun['effects'][number];

/** A lone value, such as a status or tags, has no name of its own beside what the effect is called. */
const isLone = (value: unknown): boolean => typeof value !== 'object' || value === null || Array.isArray(value);

const differencesOf = ({ before = null, after = null }: Effect) =>
  isLone(before) && isLone(after) ? compare('', { '': before }, { '': after }) : compare('', before, after);

const stateOf = ({ applied, skipped_reason }: Effect) =>
  applied
    ? ({ who: 'ok', label: 'Done' } as const)
    : skipped_reason
      ? ({ who: 'decide', label: 'Left out' } as const)
      : ({ who: 'off', label: 'Recorded' } as const);

/** What a function asked for, in its order: with which values, and what each changes. */
export const Effects = ({ effects }: { effects: FunctionRun['effects'] }) => (
  <ul className="differences effects" aria-label="Effects">
    {effects.map((effect) => (
      <li key={effect.seq}>
        <strong>{wordOf(effect.type)}</strong>
        <span className="quiet grow">{valuesInWords(effect.params)}</span>
        <Chip {...stateOf(effect)} />
        {effect.skipped_reason && <span className="faint change">{effect.skipped_reason}</span>}
        {differencesOf(effect).map(({ part, before, after }) => (
          <span key={part} className="change">
            {part && <span className="faint">{part}</span>}
            {before !== undefined && <del>{before}</del>}
            {after !== undefined && <ins>{after}</ins>}
          </span>
        ))}
      </li>
    ))}
  </ul>
);

/** The lead as the run found it, beside how its effects leave it; nothing where no field of it changes. */
export function LeadDifferences({ run }: { run: FunctionRun }) {
  const { lead_before: before, lead_after: after } = run;
  const differences = before && after ? compare('', before, after) : [];
  if (differences.length === 0) return null;
  return (
    <div>
      <h3>What becomes of the lead</h3>
      <DifferenceList differences={differences} />
    </div>
  );
}
