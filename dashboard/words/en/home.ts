/** The texts of `dashboard/home`. */

import { plural } from '../plural.js';

export const openLabel = (open: string) => `${open} open`;
export const onHold = (held: string) => `${held} on hold`;
export const paused = (paused: string) => `${paused} paused`;
export const failedThisWeek = (failed: string) => `${failed} failed this week`;
export const agents = 'Agents';
export const allRuns = 'All runs';
export const noAgentsYet = 'No agents yet. ';
export const createYourFirstAgent = 'Create your first agent';
export const sent = 'Sent';
export const replies = 'Replies';
export const meetings = 'Meetings';
export const conversions = 'Conversions';
export const newLeads = 'New leads';
export const last = (count: string, weekday: string) => `${count} last ${weekday}`;
export const today = 'Today';
export const connectASender = 'Connect a sender';
export const addAnEmailSenderOrA =
  'Add an email sender or a WhatsApp number. In sandbox mode nothing is sent; you see every message here.';
export const importYourLeads = 'Import your leads';
export const uploadAFileAddLeadsManually =
  'Upload a file, add leads manually, or receive them from your systems or website chat.';
export const createAnAgent = 'Create an agent';
export const startFromATemplateEditIts = 'Start from a template, edit its steps and simulate them.';
export const publishTheAgent = 'Publish the agent';
export const leadsGetThePublishedVersionYou = 'Leads get the published version. You can keep editing the draft.';
export const enrollYourFirstLeads = 'Enroll your first leads';
export const selectLeadsAndEnrollThemIn = 'Select leads and enroll them in the agent.';
export const getStarted = 'Get started';
export const done = 'Done';
export const upcomingMeetings = 'Upcoming meetings';
export const noUpcomingMeetings = 'No upcoming meetings.';
export const aLead = 'A lead';
export const openInInbox = 'Open in inbox';
export const openInTemporal = 'Open in Temporal';
export const needsYou = 'Needs you';
export const conversationsNeedAReply = (n: number) =>
  plural(n, { one: '# conversation needs a reply', other: '# conversations need a reply' });
export const leadsLackConsent = (n: number) =>
  plural(n, {
    one: '# lead is on hold until consent is recorded',
    other: '# leads are on hold until consent is recorded',
  });
export const moreThanLeadsLackConsent = (n: number) =>
  plural(n, {
    one: 'More than # lead is on hold until consent is recorded',
    other: 'More than # leads are on hold until consent is recorded',
  });
export const youreAllCaughtUp = 'You’re all caught up.';
export const sendingIsPausedForThisAccount =
  'Sending is paused for this account. No messages are sent until an admin turns it on again.';
export const myTasks = 'My tasks';
export const allTasks = 'All tasks';
export const noOpenTasks = 'No open tasks.';
export const importLabel = 'Import';
export const ofRows = (done: string, rows: string) => `${done} of ${rows} rows`;
export const inProgress = 'In progress';
export const home = 'Home';
