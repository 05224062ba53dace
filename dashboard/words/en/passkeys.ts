/** The texts of `dashboard/passkeys`. */
export const passkeys = 'Passkeys';
export const aPasskeyReplaces =
  'A passkey signs you in with your fingerprint, your face or a PIN instead of your password. It also counts as a second factor.';
export const addPasskey = 'Add passkey';
export const nameLabel = 'Name of the passkey';
export const currentPassword = 'Current password';
export const rename = 'Rename';
export const save = 'Save';
export const deletePasskey = 'Delete passkey';
export const ifYouDeleteIt = 'It can’t sign you in anymore, and your other sessions end.';
export const added = 'Added ';
export const lastUsed = 'Last used ';
export const signInWithPasskey = 'Sign in with a passkey';
export const usePasskey = 'Use a passkey';
export const noPasskey = 'The passkey wasn’t used';
export const notSupported = 'Your browser doesn’t support passkeys on this page.';
export const hasOneAlready = 'This device already has a passkey of yours.';
export const cancelled =
  'You cancelled the dialog, or there is no passkey for this page. Try again, or use your password.';
