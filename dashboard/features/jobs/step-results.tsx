import type { StepResult } from '../../../schemas/jobs/job-cycles.js';
import { valuesInWords } from '../../components/compare-values.js';
import { Timestamp } from '../../components/time/timestamp.js';
import * as words from '../../words/en/job.js';
import { operatorOf, wordOf } from '../../words/fields.js';
import { translated } from '../../words/sentences.js';

const VERDICTS: Readonly<Record<StepResult['verdict'], string>> = {
  direct: words.noConditions,
  matched: words.conditionsMet,
  not_matched: words.conditionsNotMet,
};

/** Returns why a condition held or didn't, its operator as the builder calls it. */
const inWords = (reason: string): string =>
  reason.replace(/^(\S+) (\w+)/, (_, path: string, operator: string) => `${path} ${operatorOf(operator)}`);

/** The results of a job's steps for a lead: each verdict with its reasons, each effect. */
export const StepResults = ({ steps }: { steps: readonly StepResult[] }) => (
  <ol className="stack-close">
    {steps.map((step) => (
      <li key={step.index}>
        <span className="quiet">
          {step.name ?? words.step(step.index + 1)}: {VERDICTS[step.verdict]}
        </span>
        <ul className="results">
          {step.conditions.map(({ verdict, reason }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no names.
            <li key={index} className="faint">
              {verdict === 'matched' ? '✓' : '✗'} {inWords(reason)}
            </li>
          ))}
          {step.effects.map((effect, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: effects have no names.
            <li key={index}>
              <strong>{wordOf(effect.type)}</strong> <span className="quiet">{valuesInWords(effect.params)}</span>{' '}
              {effect.due_at && <Timestamp at={effect.due_at} />}
              <span className="faint">{translated(effect.skipped ?? effect.reason ?? '')}</span>
            </li>
          ))}
          {step.skipped.map(({ type, reason }) => (
            <li key={`${type} ${reason}`} className="faint">
              {words.isSkipped(wordOf(type), translated(reason))}
            </li>
          ))}
        </ul>
      </li>
    ))}
  </ol>
);
