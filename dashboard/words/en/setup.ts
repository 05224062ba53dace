/** The texts of `dashboard/setup`. */

export const setup = 'Setup';
export const toCreateTheOwnerAccountOpen =
  'To create the owner account, open the setup link that npm start printed. To get a new link, run:';
export const npmRunAdminSetupLink = 'npm run admin -- setup link';
export const signIn = 'Sign in';
export const welcome = 'Welcome';
export const youreCreatingTheOwnerAccount = 'You’re creating the owner account.';
export const createAccount = 'Create account';
export const itUsesYourTimeZone = (zone: string) =>
  `It uses your time zone, ${zone}, unless it has one already. You can change it in the settings.`;
