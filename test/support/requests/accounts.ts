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
  endSession: async (world) => ({ path: `${INTERNAL}/sessions/${await world.session()}` }),
  getSetup: within('/setup'),
  setUp: async (world) => ({
    path: `${INTERNAL}/setup`,
    body: { token: await world.token('setup'), name: 'Olga', email: `${newId()}@example.com`, password: PASSWORD },
  }),
  listUsers: within('/users'),
  updateUser: async (world) => ({ path: `${INTERNAL}/users/${await world.person()}`, body: { name: 'Petra P.' } }),
  createPasswordReset: async (world) => ({ path: `${INTERNAL}/users/${await world.person()}/password-reset` }),
  requestPasswordReset: async () => ({
    path: `${INTERNAL}/password-resets`,
    body: { email: `${newId()}@example.com` },
  }),
  completePasswordReset: async (world) => ({
    path: `${INTERNAL}/password-resets/complete`,
    body: { token: await world.token('reset'), password: PASSWORD },
  }),
  changePassword: within('/password', { current_password: PASSWORD, password: PASSWORD }),
  listInvitations: within('/invitations'),
  createInvitation: async () => ({
    path: `${INTERNAL}/invitations`,
    body: { email: `${newId()}@example.com`, role: 'viewer' },
  }),
  deleteInvitation: async (world) => ({ path: `${INTERNAL}/invitations/${await world.invitation()}` }),
  acceptInvitation: async (world) => ({
    path: `${INTERNAL}/invitations/accept`,
    body: { token: await world.token('invitation'), name: 'Petra', password: PASSWORD },
  }),
  getAccount: within('/account'),
  updateAccount: within('/account', { sending_note: null }),
  previewRetention: within('/account/retention?history_days=90'),
  listKeys: within('/keys'),
  createKey: within('/keys', { name: 'Web form', preset: 'read_only' }),
  regenerateKey: async (world) => ({ path: `${INTERNAL}/keys/${await world.key()}/regenerate` }),
  deleteKey: async (world) => ({ path: `${INTERNAL}/keys/${await world.key()}` }),
  listAudit: at('/audit'),
  listViews: within('/views'),
  createView: within('/views', { resource: 'leads', name: 'Hot', query: { tags_any: 'hot' }, shared: true }),
  updateView: async (world) => ({ path: `${INTERNAL}/views/${await world.view()}`, body: { name: 'Renamed' } }),
  deleteView: async (world) => ({ path: `${INTERNAL}/views/${await world.view()}` }),
};
