import { plural } from '../plural.js';

/** The texts of `dashboard/runs`. */

export const pause = 'Pause';
export const resume = 'Resume';
export const reschedule = 'Reschedule';
export const stopPermanently = 'Stop permanently';
export const shiftByThePause = 'Shift by the pause';
export const catchUpOnMissedSteps = 'Catch up on missed steps';
export const skipMissedSteps = 'Skip missed steps';
export const stoppedAfterOfRunsSeeThe = (done: string, total: string) =>
  `Stopped after ${done} of ${total} runs. See the background tasks for the reason.`;
export const moveByNegativeForEarlier = 'Move by (negative for earlier)';
export const unit = 'Unit';
export const missedSteps = 'Missed steps';
export const includeRunsThatAUserHas = 'Include runs that a user has taken over';
export const theAgentsStopForTheseLeads = 'The agents stop for these leads. You can’t undo this.';
export const reasonShownInTheHistory = 'Reason (shown in the history)';
export const messageWasAlreadyBeingSentAnd = (count: number) =>
  plural(count, {
    one: ' # message was already being sent and may still be delivered.',
    other: ' # messages were already being sent and may still be delivered.',
  });
export const ofWouldChange = (changed: number, matched: number) =>
  `${changed} of ${plural(matched, { one: '# active run', other: '# active runs' })} would change.`;
export const selectedRuns = 'Selected runs';
export const selected = (count: number) => `${count} selected`;
export const allMatchingActiveRuns = 'All matching active runs';
export const agent = 'Agent';
export const cadence = 'Cadence';
export const onHoldBecause = 'On hold because';
export const runStatus = 'Run status';
export const noMatchingRuns = 'No matching runs';
export const clearFilters = 'Clear filters';
export const noRunsYet = 'No runs yet';
export const aRunTracksOneLeadThrough =
  'A run tracks one lead through an agent. Enroll leads in an agent to start runs.';
export const selectLeads = 'Select leads';
export const runs = 'Runs';
export const refresh = 'Refresh';
export const done = 'Done';
export const skipped = 'Skipped';
export const current = 'Current';
export const upcoming = 'Upcoming';
export const notReached = 'Not reached';
export const skipped2 = 'skipped';
export const steps = 'Steps';
export const version = (version: number) => `version ${version}`;
export const stepDetailsHaveBeenArchived = 'Step details have been archived. Messages are kept.';
export const enteredTimes = (visits: number) => ` · entered ${visits} times`;
export const ended = (reason: string) => `Ended: ${reason}.`;
export const ended2 = 'Ended.';
export const waitingForTheNextStep = 'Waiting for the next step.';
export const statusLabel = 'Status';
export const leadStatus = 'Lead status';
export const enrollmentNumber = 'Enrollment number';
export const enrolled = 'Enrolled';
export const lastStep = 'Last step';
export const nextCheck = 'Next check';
export const onHoldUntil = 'On hold until';
export const paused = 'Paused';
export const resumesAutomatically = 'Resumes automatically';
export const ended3 = 'Ended';
export const temporalWorkflow = 'Temporal workflow';
export const openLabel = 'Open';
export const nextStep = 'Next step';
export const checkingNow = 'Checking now.';
export const reCheckNow = 'Re-check now';
export const inLabel = (lead: string, agent: string) => `${lead} in ${agent}`;
export const lead = 'Lead';
export const run = 'Run';
export const openLead = 'Open lead';
export const openAgent = 'Open agent';
export const openInInbox = 'Open in inbox';
export const allRuns = 'All runs';
export const ended4 = (reason: string) => `Ended: ${reason}`;
export const continues = 'Continues ';
export const deletedLead = 'Deleted lead';
export const select = (name: string) => `Select ${name}`;
export const stepOf = (step: number, total: number) => ` · step ${step} of ${total}`;
export const text = (operation: string, count: number) =>
  `${operation}: ${plural(count, { one: '# run', other: '# runs' })}`;
export const runPaused = (count: number) => plural(count, { one: '# run paused.', other: '# runs paused.' });
export const runResumed = (count: number) => plural(count, { one: '# run resumed.', other: '# runs resumed.' });
export const runRescheduled = (count: number) =>
  plural(count, { one: '# run rescheduled.', other: '# runs rescheduled.' });
export const runStopped = (count: number) => plural(count, { one: '# run stopped.', other: '# runs stopped.' });
export const minutes = 'minutes';
export const hours = 'hours';
export const days = 'days';
export const done2 = 'done';
