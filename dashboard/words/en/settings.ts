import { plural } from '../plural.js';

/** The texts of `dashboard/settings`. */

export const sending = 'Sending';
export const sendingIsOnAgentsSendMessages = 'Sending is on. Agents send messages as scheduled.';
export const sendingIsPausedRunsWaitAnd = 'Sending is paused. Runs wait and continue when you turn it on again.';
export const pauseAllSending = 'Pause all sending';
export const sendingIsPaused = (runs: number) =>
  `Sending is paused. ${plural(runs, { one: '# run waits.', other: '# runs wait.' })}`;
export const messagesThatAreBeingSentRight =
  'Messages that are being sent right now may still go out. Nothing is lost: messages that fall due wait until you turn sending on again.';
export const reasonShownToYourTeam = 'Reason, shown to your team';
export const sendMessages = 'Send messages';
export const settingsSaved = 'Settings saved.';
export const save = 'Save';
export const settings = 'Settings';
export const account = 'Account';
export const theTimeZoneAppliesToLeads =
  'The time zone applies to leads without their own. The country is used for phone numbers without a country code.';
export const limits = 'Limits';
export const theMaximumNumberOfMessagesPer =
  'The maximum number of messages per lead across all agents, and the budget for models.';
export const fromBeforeToDelete = (kind: string, before: string, going: string, kept: string) =>
  `${kind} from before ${before}: ${going} to delete${kept}.`;
export const kept = (count: string, reason: string) => `, ${count} kept (${reason})`;
export const deletedSoFar = 'Deleted so far: ';
export const ofThem = ' of them ';
export const dataRetention = 'Data retention';
export const everythingIsKeptUnlessYouSet =
  'Everything is kept unless you set a number of days. Records that are still needed are kept longer. Leads, message texts, meetings, consents and reports are always kept.';
export const nothingIsDeletedNowFromTomorrow =
  'Nothing is deleted now. From tomorrow on, records that pass the limit are deleted every day.';
export const theseRecordsAreDeletedNowFrom = (records: string) =>
  `These records are deleted now: ${records}. From then on, records that pass the limit are deleted every day. You can’t undo this.`;
export const forever = 'Forever';
export const security = 'Security';
export const requireSecondFactor = 'Require a second factor';
export const membersWithoutOneSetItUp =
  'Members who sign in with a password need an authenticator app. Those without one set it up before they continue.';
export const requestLog = 'Request log';
export const requestsWithApiKeysAreKept =
  'API requests are kept for this number of days, without personal data. 0 turns the log off and deletes it.';
export const machines = 'Opens and clicks by machines';
export const scannersOpenEmailsAndFollowLinks =
  'Security scanners and privacy services open emails and follow links before people do. By default this appears in the history of the lead and has no effect.';
