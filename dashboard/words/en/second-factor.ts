import { plural } from '../plural.js';

/** The texts of `dashboard/second-factor`. */
export const secondFactor = 'Second factor';
export const setUpSecondFactor = 'Set up your second factor';
export const aSecondFactorProtects =
  'With an authenticator app, your password alone isn’t enough to sign in. You need an app such as Aegis, Google Authenticator or 1Password.';
export const yourAccountRequires =
  'Your account requires a second factor. Set up an authenticator app to continue, such as Aegis, Google Authenticator or 1Password.';
export const currentPassword = 'Current password';
export const code = 'Code of the app, or a recovery code';
export const codeOfTheApp = 'Code of the app';
export const setUpAuthenticatorApp = 'Set up authenticator app';
export const replaceAuthenticatorApp = 'Replace authenticator app';
export const scanTheCode = 'Scan the QR code with your app.';
export const qrCode = 'QR code for your authenticator app';
export const orEnterTheKey = 'Or enter this key in the app:';
export const copyKey = 'Copy key';
export const confirm = 'Confirm';
export const createRecoveryCodes = 'Create recovery codes';
export const turnOff = 'Turn off';
export const authenticatorAppSince = 'Authenticator app set up ';
export const recoveryCodesLeft = (left: number) =>
  plural(left, { one: '# recovery code left', other: '# recovery codes left' });
export const recoveryCodes = 'Recovery codes';
export const storeTheCodes = 'If you lose your app, each of these codes signs you in once. Store them in a safe place.';
