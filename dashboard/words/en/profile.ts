import { plural } from '../plural.js';

/** The texts of `dashboard/profile`. */

export const account = 'Account';
export const save = 'Save';
export const nameChanged = 'Name changed.';
export const nameLabel = 'Name';
export const password = 'Password';
export const changePassword = 'Change password';
export const passwordChangedSignedOut = (ended: number) =>
  ended === 0
    ? 'Password changed.'
    : `Password changed. ${plural(ended, { one: '# other session', other: '# other sessions' })} signed out.`;
export const currentPassword = 'Current password';
export const notifications = 'Notifications';
export const yourProfile = 'Your profile';
export const activeSessions = 'Active sessions';
export const signOutAllOthers = 'Sign out all others';
export const unknownBrowser = 'Unknown browser';
export const thisSession = 'This session';
export const signOut = 'Sign out';
export const language = 'Language';
export const languageOfTheDashboard = 'Language of the dashboard';
export const matchBrowser = 'Match browser';
export const english = 'English';
export const spanish = 'Español';
export const browserOnSystem = (browser: string, system: string) => `${browser} on ${system}`;
