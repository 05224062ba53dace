/** The texts of `dashboard/sign-in`. */

export const signIn = 'Sign in';
export const email = 'Email';
export const password = 'Password';
export const thisServiceHasNoAccountYet =
  'This service has no account yet. To create it, open the setup link that npm start printed. To get a new link, run:';
export const npmRunAdminSetupLink = 'npm run admin -- setup link';
export const forgotYourPassword = 'Forgot your password?';
