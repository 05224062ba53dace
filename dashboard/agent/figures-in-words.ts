import { numberOf, partOf } from '../words/reports.js';

interface Counts {
  entered: number;
  sent: number;
  replied: number;
  skipped: number;
  failed: number;
  here_now: number;
  held_now: number;
}

/** Says who is at a step now, and what came of it; nothing where nobody came to it. */
export function figuresInWords({ entered, sent, replied, skipped, failed, here_now, held_now }: Counts): string {
  return [
    here_now > 0 && `${numberOf(here_now)} here now${held_now > 0 ? `, ${numberOf(held_now)} held` : ''}`,
    sent === 0 && entered > 0 && `${numberOf(entered)} came to it`,
    sent > 0 && `${numberOf(sent)} sent`,
    sent > 0 && replied > 0 && `${partOf(replied, sent)} answered`,
    failed > 0 && `${numberOf(failed)} failed`,
    skipped > 0 && `${numberOf(skipped)} passed over`,
  ]
    .filter(Boolean)
    .join(' · ');
}
