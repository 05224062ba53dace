import type { FunctionRun } from '../../../schemas/functions/function-runs.js';
import { Chip } from '../../components/chip.js';
import { compareValues, valuesInWords } from '../../components/compare-values.js';
import { DifferenceList } from '../../components/difference-list.js';
import * as words from '../../words/en/function.js';
import { wordOf } from '../../words/fields.js';

type Effect = FunctionRun['effects'][number];

/** A single value, such as a status or tags, needs no name in addition to the effect's. */
const isLone = (value: unknown): boolean => typeof value !== 'object' || value === null || Array.isArray(value);

const differencesOf = ({ before = null, after = null }: Effect) =>
  isLone(before) && isLone(after) ? compareValues('', { '': before }, { '': after }) : compareValues('', before, after);

const stateOf = ({ applied, skipped_reason }: Effect) =>
  applied
    ? ({ who: 'ok', label: words.applied } as const)
    : skipped_reason
      ? ({ who: 'decide', label: words.skipped } as const)
      : ({ who: 'off', label: words.recorded } as const);

/** The requested effects of a function in order, with their values and changes. */
export const FunctionEffects = ({ effects }: { effects: FunctionRun['effects'] }) => (
  <ul className="differences effects" aria-label={words.effects}>
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

/** The lead before the run, compared with its state after the effects. Nothing if no field changes. */
export function LeadDifferences({ run }: { run: FunctionRun }) {
  const { lead_before: before, lead_after: after } = run;
  const differences = before && after ? compareValues('', before, after) : [];
  if (differences.length === 0) return null;
  return (
    <div>
      <h3>{words.changesToTheLead}</h3>
      <DifferenceList differences={differences} />
    </div>
  );
}
