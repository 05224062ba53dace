import { plural } from '../plural.js';

/** The texts of `dashboard/function`. */

export const typeErrors = 'Type errors';
export const line = (line: number) => `Line ${line}`;
export const svcReference = 'svc reference';
export const tabIndentsPressEscapeThenTab =
  'Tab indents. Press Escape, then Tab to leave the editor. Ctrl+S saves. Each saved change creates a version.';
export const test = 'Test';
export const lead = 'Lead';
export const noLead = 'No lead';
export const input = 'Input';
export const run = 'Run';
export const runUnsavedCode = 'Run unsaved code';
export const testRunsReadRealDataAnd = 'Test runs read real data and change nothing.';
export const applied = 'Applied';
export const skipped = 'Skipped';
export const recorded = 'Recorded';
export const effects = 'Effects';
export const changesToTheLead = 'Changes to the lead';
export const scheduledRuns = 'Scheduled runs';
export const showEarlierRuns = 'Show earlier runs';
export const source = 'Source';
export const runs = 'Runs';
export const settings = 'Settings';
export const versions = 'Versions';
export const deploy = 'Deploy';
export const theFunction = 'the function';
export const deleteFunction = 'Delete function';
export const itStopsRunningEverywhereItsPast = 'It stops running everywhere. Its past runs are kept.';
export const functionLabel = 'Function';
export const active = 'Active';
export const inactive = 'Inactive';
export const notDeployed = 'Not deployed';
export const functionSections = 'Function sections';
export const thisFunction = 'this function';
export const logs = 'Logs';
export const requests = 'Requests';
export const blocked = 'blocked';
export const noResponse = 'no response';
export const ms = (duration: number) => `${duration} ms`;
export const applyChanges = 'Apply changes';
export const saveAndRerun = 'Save and rerun';
export const replay = 'Replay';
export const nothingHasChangedYetSaveThe = 'Nothing has changed yet. Save the code and rerun it to apply the changes.';
export const nothingHasChangedYet = 'Nothing has changed yet.';
export const runResult = 'Run result';
export const dryRun = 'Dry run';
export const unsavedCode = 'unsaved code';
export const version = (version: number) => `version ${version}`;
export const result = 'Result';
export const statusLabel = 'Status';
export const allStatuses = 'All statuses';
export const showAllRuns = 'Show all runs';
export const noMatchingRuns = 'No matching runs';
export const changeTheFiltersToSeeOther = 'Change the filters to see other runs of this function.';
export const noRunsYet = 'No runs yet';
export const runItOnALeadUnder = 'Run it on a lead under Source. Nothing changes until you apply the result.';
export const unsavedCode2 = 'Unsaved code';
export const scheduleInTemporal = 'Schedule in Temporal';
export const theFunctionIsInactiveSoThe = 'The function is inactive, so the schedule doesn’t run it.';
export const saveSchedule = 'Save schedule';
export const addSchedule = 'Add schedule';
export const removeSchedule = 'Remove schedule';
export const secrets = 'Secrets';
export const deleteLabel = 'Delete';
export const saveSecret = 'Save secret';
export const secretName = 'Secret name';
export const value = 'Value';
export const storedEncryptedAndNeverShownAgain = 'Stored encrypted and never shown again.';
export const schedule = 'Schedule';
export const version2 = (version: number) => `Version ${version}`;
export const neverDeployed = ' · never deployed';
export const inTheEditor = ' · in the editor';
export const compare = 'Compare';
export const loadIntoEditor = 'Load into editor';
export const fireCounts = (runs: number, succeeded: number | undefined, failed: number) =>
  [
    plural(runs, { one: '# run', other: '# runs' }),
    ...(succeeded === undefined ? [] : [`${succeeded} succeeded`]),
    ...(failed > 0 ? [`${failed} failed`] : []),
  ].join(', ');
export const availableToTheFunctionAsCtx = 'Available to the function as ctx.input.';
