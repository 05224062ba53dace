import { useState } from 'react';
import * as words from '../../words/en/lead.js';
import { usePlanOfRun, useWindowOfRun } from './planned-steps.js';
import { idOfAhead, type Mark, ribbonOf, shadesOf } from './run-ribbon-layout.js';
import { openBetween } from './send-windows.js';

interface Props {
  leadId: string;
  runId: string;
  /** The marks, oldest first. */
  marks: readonly Mark[];
  /** The lead's clock. */
  zone: string;
}

/** A whole run on one line, what is planned with it; a click goes to the moment in the timeline below. */
export function RunRibbon({ leadId, runId, marks, zone }: Props) {
  const plan = usePlanOfRun(leadId, runId);
  const [now] = useState(() => new Date().toISOString());
  const ahead = (plan?.items ?? []).map(
    ({ at }, place): Mark => ({ id: idOfAhead(runId, place), at, who: 'clock', isTall: true, isTaken: false }),
  );
  const all = [...marks, { id: '', at: now, who: 'clock', isTall: true, isTaken: false } satisfies Mark, ...ahead];
  const moments = all.map(({ at }) => at);
  const { places, folds } = ribbonOf(moments);
  const window = useWindowOfRun(leadId, runId, zone);
  const whole = [Date.parse(moments[0] ?? now), Date.parse(moments.at(-1) ?? now)] as const;
  const open = window ? shadesOf(moments, places, openBetween(window, window.zone, whole)) : [];
  return (
    // The list below has the same content for users without a pointer.
    <div className="ribbon" aria-hidden="true">
      {folds.map(({ from, to, label }) => (
        <span key={from} className="ribbon-fold" style={{ left: `${from}%`, width: `${to - from}%` }} title={label}>
          {label}
        </span>
      ))}
      {open.map(({ from, to }) => (
        <span
          key={from}
          className="ribbon-open"
          style={{ left: `${from}%`, width: `${to - from}%` }}
          title={words.sendingHours}
        />
      ))}
      {all.map(({ id, who, isTall, isTaken }, index) => (
        <button
          key={id}
          type="button"
          tabIndex={-1}
          className={id ? 'ribbon-mark' : 'ribbon-now'}
          data-who={who}
          data-tall={isTall || undefined}
          data-taken={isTaken || undefined}
          data-ahead={id.startsWith('ahead') || undefined}
          style={{ left: `${places[index]}%` }}
          onClick={() => document.getElementById(id)?.scrollIntoView({ block: 'center' })}
        />
      ))}
    </div>
  );
}
