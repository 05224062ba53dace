import { type Evidence, judge } from './judge.js';
import type { Resolved } from './operator.js';
import { print, row, tally } from './screen.js';

/** The content of the report in addition to the verdict. */
export interface Story {
  /** Reasons of row errors and warnings, one word each. */
  errors: readonly string[];
  warnings: readonly string[];
  resolved: Resolved;
  seconds: number;
  links: readonly { what: string; url: string }[];
}

/** Prints the result and the outcome of each promise. Returns whether all were kept. */
export function report(evidence: Evidence, story: Story): boolean {
  const { imported, runs, messages, mails, stops } = evidence;
  const outbound = messages.filter(({ direction }) => direction === 'outbound');
  const { promises, inFlight, crossed } = judge(evidence);
  const counts = (words: readonly string[]) => {
    for (const [word, times] of tally(words)) row(`  ${word}`, times);
  };

  print('\nImport');
  row('Rows', imported.rows);
  row('Leads created', imported.created);
  row('Rows that changed a known lead', imported.updated + imported.reused);
  row('Rows with errors', imported.failed);
  counts(story.errors);
  row('Warnings', story.warnings.length);
  counts(story.warnings);

  print('\nRuns');
  row('Enrolments', runs.length);
  counts(runs.map((run) => (run.run_status === 'running' ? run.cadence_state : run.run_status)));
  row('Leads who replied', evidence.replies.size);
  row('Addresses that bounced', evidence.bounces.size);
  row('Automations stopped', stops.length);
  row('  of them resumed', stops.filter(({ resumedAt }) => resumedAt !== undefined).length);

  print('\nMessages');
  row('Received by the mail server', mails.length);
  row('Outbound in the API', outbound.length);
  counts(outbound.map(({ status }) => status));
  row('Inbound in the API', messages.length - outbound.length);
  if (evidence.workerKilled) {
    row('Unknown after the worker’s death', story.resolved.sent + story.resolved.resend);
    row('  found at the mail server', story.resolved.sent);
    row('  not found, sent again', story.resolved.resend);
  }
  row('In flight when a stop was answered', inFlight);
  row('Crossed by a reply', crossed);

  print('\nPromises');
  for (const { promise, broken, example } of promises)
    print(
      `  ${broken === 0 ? '✓' : '✗'} ${promise}${broken === 0 ? '' : `: broken ${broken} times${example ? `, as by ${example}` : ''}`}`,
    );

  if (story.links.length > 0) {
    print('\nRuns in the Temporal UI');
    for (const { what, url } of story.links) row(what, url);
  }
  const kept = promises.every(({ broken }) => broken === 0);
  print(`\n${kept ? 'All promises kept' : 'A PROMISE WAS BROKEN'}, in ${story.seconds.toFixed(0)} s.`);
  return kept;
}
