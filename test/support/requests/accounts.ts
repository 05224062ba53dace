import { newId } from '../../../runtime/ids.js';
import { PASSWORD } from '../users.js';
import { at, INTERNAL, type Requests, within } from './ask.js';

export const accountsRequests: Requests = {
  whoAmI: at('/me'),
  signIn: async ({ userEmail }) => ({ path: `${INTERNAL}/session`, body: { email: userEmail, password: PASSWORD } }),
  signOut: within('/session'),
  getSession: within('/session'),
  listSessions: within('/sessions'),
  endOtherSessions: within('/sessions'),
  endSession: async (fixture) => ({ path: `${INTERNAL}/sessions/${await fixture.session()}` }),
  getSetup: within('/setup'),
  checkLink: async (fixture) => ({
    path: `${INTERNAL}/links/check`,
    body: { kind: 'invitation', token: await fixture.token('invitation') },
  }),
  setUp: async (fixture) => ({
    path: `${INTERNAL}/setup`,
    body: { token: await fixture.token('setup'), name: 'Olga', email: `${newId()}@example.com`, password: PASSWORD },
  }),
  listUsers: within('/users'),
  updateUser: async (fixture) => ({ path: `${INTERNAL}/users/${await fixture.person()}`, body: { name: 'Petra P.' } }),
  createPasswordReset: async (fixture) => ({ path: `${INTERNAL}/users/${await fixture.person()}/password-reset` }),
  requestPasswordReset: async () => ({
    path: `${INTERNAL}/password-resets`,
    body: { email: `${newId()}@example.com` },
  }),
  completePasswordReset: async (fixture) => ({
    path: `${INTERNAL}/password-resets/complete`,
    body: { token: await fixture.token('reset'), password: PASSWORD },
  }),
  changePassword: within('/password', { current_password: PASSWORD, password: PASSWORD }),
  listInvitations: within('/invitations'),
  createInvitation: async () => ({
    path: `${INTERNAL}/invitations`,
    body: { email: `${newId()}@example.com`, role: 'viewer' },
  }),
  deleteInvitation: async (fixture) => ({ path: `${INTERNAL}/invitations/${await fixture.invitation()}` }),
  listFailedUserMails: within('/user-mails'),
  retryUserMail: async (fixture) => ({ path: `${INTERNAL}/user-mails/${await fixture.failedMail()}/retry` }),
  acceptInvitation: async (fixture) => ({
    path: `${INTERNAL}/invitations/accept`,
    body: { token: await fixture.token('invitation'), name: 'Petra', password: PASSWORD },
  }),
  getAccount: within('/account'),
  updateAccount: within('/account', { sending_note: null }),
  previewRetention: within('/account/retention?history_days=90'),
  listKeys: within('/keys'),
  createKey: within('/keys', { name: 'Web form', preset: 'read_only' }),
  regenerateKey: async (fixture) => ({ path: `${INTERNAL}/keys/${await fixture.key()}/regenerate` }),
  deleteKey: async (fixture) => ({ path: `${INTERNAL}/keys/${await fixture.key()}` }),
  listAudit: at('/audit'),
  listApiRequests: at('/api-requests'),
  getUsage: at('/usage'),
  getApiRequest: async (fixture) => ({ path: `/api/public/api-requests/${await fixture.apiRequest()}` }),
  listViews: within('/views'),
  createView: within('/views', { resource: 'leads', name: 'Hot', query: { tags_any: 'hot' }, shared: true }),
  updateView: async (fixture) => ({ path: `${INTERNAL}/views/${await fixture.view()}`, body: { name: 'Renamed' } }),
  deleteView: async (fixture) => ({ path: `${INTERNAL}/views/${await fixture.view()}` }),
  startSignOn: async () => ({ path: '/sso/start?to=/leads' }),
  finishSignOn: async () => ({ path: '/sso/callback?state=none&code=none' }),
  endSignOn: async () => ({
    path: '/sso/logout',
    body: 'logout_token=none',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  }),
  completeSignIn: async (fixture) => ({
    path: `${INTERNAL}/session/second-factor`,
    body: await fixture.challenge(),
  }),
  listPasskeys: within('/second-factor/passkeys'),
  startPasskey: within('/second-factor/passkeys/options', { current_password: PASSWORD }),
  addPasskey: async (fixture) => ({
    path: `${INTERNAL}/second-factor/passkeys`,
    body: { name: 'Phone', credential: await fixture.newPasskey() },
  }),
  updatePasskey: async (fixture) => ({
    path: `${INTERNAL}/second-factor/passkeys/${await fixture.passkey()}`,
    body: { name: 'Laptop' },
  }),
  removePasskey: async (fixture) => ({
    path: `${INTERNAL}/second-factor/passkeys/${await fixture.passkey()}/remove`,
    body: { current_password: PASSWORD },
  }),
  startPasskeySignIn: async () => ({ path: `${INTERNAL}/session/passkey/options`, body: {} }),
  signInWithPasskey: async (fixture) => {
    const { credential, cookie } = await fixture.passkeySignIn();
    return { path: `${INTERNAL}/session/passkey`, body: { credential }, headers: { cookie } };
  },
  getSecondFactor: within('/second-factor'),
  confirmAuthenticatorApp: async (fixture) => ({
    path: `${INTERNAL}/second-factor/authenticator-app/confirm`,
    body: { code: await fixture.codeOfNewApp() },
  }),
  createRecoveryCodes: async (fixture) => ({
    path: `${INTERNAL}/second-factor/recovery-codes`,
    body: { current_password: PASSWORD, code: await fixture.recoveryCode() },
  }),
  removeSecondFactor: async (fixture) => ({
    path: `${INTERNAL}/second-factor/remove`,
    body: { current_password: PASSWORD, code: await fixture.recoveryCode() },
  }),
  resetSecondFactor: async (fixture) => ({ path: `${INTERNAL}/users/${await fixture.person()}/second-factor` }),
  startAuthenticatorApp: within('/second-factor/authenticator-app', { current_password: PASSWORD }),
  getNotificationSettings: within('/notification-settings'),
  updateNotificationSettings: within('/notification-settings', { wait_minutes: 10 }),
  setNotificationWebhook: within('/notification-settings/webhooks/slack', {
    url: 'https://hooks.slack.com/services/x',
  }),
  deleteNotificationWebhook: within('/notification-settings/webhooks/teams'),
  testNotificationChannel: async (fixture) => {
    await fixture.noticeWebhook();
    return { path: `${INTERNAL}/notification-settings/slack/test` };
  },
};
