/** The texts of `dashboard/profile`, for notifications outside the dashboard. */

export const notifications = 'Notifications';
export const whatYouAreNotifiedOf = 'Events';
export const intro =
  'You are also notified in the dashboard. Several notifications are sent together, so a busy lead causes one email.';
export const event = 'Event';
export const email = 'Email';
export const slack = 'Slack';
export const teams = 'Teams';
export const reply = 'A lead replied';
export const handoff = 'An agent handed off a lead';
export const taskDue = 'A task of yours is due';
export const connectionLost = 'A connection needs a new sign-in';
export const connectionLostAbout = 'For owners, admins and the user who connected it';
export const on = (event: string, channel: string) => `${event}: ${channel}`;
export const leads = 'Replies of';
export const ownLeads = 'Leads that I own';
export const allLeads = 'All leads';
export const wait = 'Minutes to wait for further notifications';
export const quietFrom = 'Quiet hours from';
export const quietTo = 'Quiet hours to';
export const quietHelp = 'Leave both empty for no quiet hours. Notifications wait until they end.';
export const weeklySummary = 'Weekly summary';
export const weeklySummaryAbout =
  'An email on Mondays with the results of the last week, compared with the week before. It isn’t sent if the account had no activity.';
export const weeklyAt = 'Time on Mondays';
export const timezone = 'Time zone';
export const save = 'Save';
export const saved = 'Notifications saved.';
export const webhooks = 'Channels';
export const webhookUrl = 'Webhook URL';
export const slackHelp = 'In Slack, add an incoming webhook to your app and copy its URL.';
export const teamsHelp = 'In Teams, add the workflow "Send webhook alerts to a chat" and copy its URL.';
export const setWebhook = 'Set webhook';
export const replaceWebhook = 'Replace webhook';
export const removeWebhook = 'Remove webhook';
export const removeMeans = 'Waiting notifications of this channel are deleted.';
export const postsTo = (host: string) => `Posts to ${host}`;
export const stopped = 'Turned off';
export const working = 'Connected';
export const sendTest = 'Send test';
export const testEmail = 'Send test email';
export const outcome = 'Last delivery';
export const queued = 'Sending';
export const delivered = 'Delivered';
export const failed = 'Failed';
export const unknown = 'Unknown outcome';
