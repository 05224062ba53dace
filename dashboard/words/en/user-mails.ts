/** The texts of failed emails to members. */

export const failedEmails = 'Failed emails and notifications';
export const sendAgain = 'Send again';
export const expired = 'Expired';
export const invitation = 'Invitation';
export const passwordReset = 'Password reset';
export const lostConnection = 'Lost connection';
export const weeklySummary = 'Weekly summary';
export const notifications = 'Notifications';
export const notificationsInSlack = 'Notifications in Slack';
export const notificationsInTeams = 'Notifications in Teams';
