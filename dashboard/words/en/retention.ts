/** The texts of `dashboard/words/retention.ts`. */
import { plural } from '../plural.js';

export const settingHistoryDays = 'Lead and run activities';
export const settingFunctionRunsDays = 'Function runs';
export const settingJobCyclesDays = 'Job cycles';
export const settingMessageHtmlDays = 'HTML of messages (their text is kept)';
export const settingAuditValuesDays = 'Old and new values in the audit log (its entries are kept)';
export const kindHistory = 'activities';
export const kindFunctionRuns = 'runs';
export const kindFunctionFires = 'scheduled function runs';
export const kindJobCycles = 'cycles';
export const kindMessageHtml = 'messages';
export const kindAuditValues = 'audit entries';
export const keptUnread = 'not yet processed by reports, jobs or functions';
export const keptEnrolled = 'leads are or were recently enrolled';
export const keptOpen = 'still in progress';
export const keptLast = 'latest cycle of each job';
export const keptResting = 'needed for job cooldowns';
export const keptUnsent = 'may still be sent';
export const years = (years: number) => plural(years, { one: '# year', other: '# years' });
export const days = (days: number) => plural(days, { one: '# day', other: '# days' });
