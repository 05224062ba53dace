/** The texts of `dashboard/reset`. */

export const checkYourEmail = 'Check your email';
export const ifHasAnAccountWeveEmailed = (email: string) =>
  `If ${email} has an account, we’ve emailed a reset link. It’s valid for one hour. If it doesn’t arrive, ask an owner or admin of your account for a link, or the operator of this service.`;
export const signIn = 'Sign in';
export const resetPassword = 'Reset password';
export const enterTheEmailAddressYouSign = 'Enter the email address you sign in with, and we’ll send you a reset link.';
export const sendResetLink = 'Send reset link';
export const email = 'Email';
export const passwordChanged = 'Password changed';
export const youveBeenSignedOutEverywhereSign = 'You’ve been signed out everywhere. Sign in with your new password.';
export const setPassword = 'Set password';
