import * as words from '../../words/en/agent.js';
import { numberOf, partOf } from '../../words/reports.js';

interface Counts {
  entered: number;
  sent: number;
  replied: number;
  skipped: number;
  failed: number;
  here_now: number;
  held_now: number;
}

/** Describes the leads at a step and its results. Empty if no lead has reached it. */
export function stepFiguresInWords({ entered, sent, replied, skipped, failed, here_now, held_now }: Counts): string {
  return [
    here_now > 0 && words.currentlyHere(numberOf(here_now), held_now > 0 ? words.onHold(numberOf(held_now)) : ''),
    sent === 0 && entered > 0 && words.entered(numberOf(entered)),
    sent > 0 && words.sent(numberOf(sent)),
    sent > 0 && replied > 0 && words.replied(partOf(replied, sent)),
    failed > 0 && words.failed(numberOf(failed)),
    skipped > 0 && words.skipped(numberOf(skipped)),
  ]
    .filter(Boolean)
    .join(' · ');
}
