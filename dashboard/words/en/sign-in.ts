/** The texts of `dashboard/sign-in`. */

export const signIn = 'Sign in';
export const email = 'Email';
export const password = 'Password';
export const thisServiceHasNoAccountYet =
  'This service has no account yet. To create it, open the setup link that npm start printed. To get a new link, run:';
export const npmRunAdminSetupLink = 'npm run admin -- setup link';
export const forgotYourPassword = 'Forgot your password?';
export const signInWith = (name: string) => `Sign in with ${name}`;
export const usePassword = 'Use a password';
export const notSignedIn = 'You aren’t signed in';
/** The reasons why single sign-on failed, by the code in the page’s URL. */
export const SIGN_ON_REFUSALS: Readonly<Record<string, string>> = {
  off: 'This service has no single sign-on.',
  expired: 'The sign-in took too long, or started in another browser. Try again.',
  denied: 'The sign-in was cancelled.',
  away: 'The sign-in page is currently unreachable. Try again in a few minutes.',
  failed: 'The sign-in failed. Try again. If it fails again, contact an administrator.',
  no_account: 'You have no account here. Contact an administrator.',
  no_role: 'You have no role here. Contact an administrator.',
  unverified: 'Your email address isn’t verified. Verify it with your sign-in provider, and try again.',
  domain: 'Addresses of your domain can’t sign in here.',
  linked: 'Your email address belongs to another user here. Contact an administrator.',
  deactivated: 'Your user is deactivated. Contact an administrator.',
};
export const code = 'Code';
export const codeOfYourApp = 'The current code of your authenticator app, or a recovery code.';
