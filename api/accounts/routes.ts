import type { ApiDependencies } from '../dependencies.js';
import type { Route } from '../http/route.js';
import { getAccountRoute, previewRetentionRoute, updateAccountRoute } from './account.js';
import {
  acceptInvitationRoute,
  checkLinkRoute,
  completePasswordResetRoute,
  getSetupRoute,
  setUpRoute,
} from './account-setup.js';
import { getApiRequestRoute, listApiRequestsRoute } from './api-requests.js';
import { listAuditRoute } from './audit.js';
import { createKeyRoute, deleteKeyRoute, listKeysRoute, regenerateKeyRoute } from './keys.js';
import {
  deleteNotificationWebhookRoute,
  getNotificationSettingsRoute,
  setNotificationWebhookRoute,
  testNotificationChannelRoute,
  updateNotificationSettingsRoute,
} from './notification-settings.js';
import { passkeyRoutes } from './passkeys.js';
import {
  changePasswordRoute,
  createInvitationRoute,
  createPasswordResetRoute,
  deleteInvitationRoute,
  listInvitationsRoute,
  listUsersRoute,
  updateUserRoute,
} from './people.js';
import { requestPasswordResetRoute } from './request-reset.js';
import {
  completeSignInRoute,
  confirmAuthenticatorAppRoute,
  createRecoveryCodesRoute,
  getSecondFactorRoute,
  removeSecondFactorRoute,
  resetSecondFactorRoute,
  startAuthenticatorAppRoute,
} from './second-factor.js';
import {
  endOtherSessionsRoute,
  endSessionRoute,
  getSessionRoute,
  listSessionsRoute,
  signInRoute,
  signOutRoute,
} from './session.js';
import { signOnRoutes } from './single-sign-on.js';
import { getUsageRoute } from './usage.js';
import { listFailedUserMailsRoute, retryUserMailRoute } from './user-mails.js';
import { createViewRoute, deleteViewRoute, listViewsRoute, updateViewRoute } from './views.js';
import { whoAmIRoute } from './who-am-i.js';

export const accountRoutes = (deps: ApiDependencies): Route[] => [
  whoAmIRoute(deps),
  signInRoute(deps),
  completeSignInRoute(deps),
  signOutRoute(deps),
  getSecondFactorRoute(deps),
  startAuthenticatorAppRoute(deps),
  confirmAuthenticatorAppRoute(deps),
  createRecoveryCodesRoute(deps),
  removeSecondFactorRoute(deps),
  resetSecondFactorRoute(deps),
  getSessionRoute(deps),
  listSessionsRoute(deps),
  endOtherSessionsRoute(deps),
  endSessionRoute(deps),
  getSetupRoute(deps),
  checkLinkRoute(deps),
  setUpRoute(deps),
  listUsersRoute(deps),
  updateUserRoute(deps),
  createPasswordResetRoute(deps),
  requestPasswordResetRoute(deps),
  completePasswordResetRoute(deps),
  changePasswordRoute(deps),
  listInvitationsRoute(deps),
  createInvitationRoute(deps),
  deleteInvitationRoute(deps),
  acceptInvitationRoute(deps),
  listFailedUserMailsRoute(deps),
  retryUserMailRoute(deps),
  getAccountRoute(deps),
  updateAccountRoute(deps),
  previewRetentionRoute(deps),
  listKeysRoute(deps),
  createKeyRoute(deps),
  regenerateKeyRoute(deps),
  deleteKeyRoute(deps),
  listAuditRoute(deps),
  listApiRequestsRoute(deps),
  getApiRequestRoute(deps),
  getUsageRoute(deps),
  listViewsRoute(deps),
  createViewRoute(deps),
  updateViewRoute(deps),
  deleteViewRoute(deps),
  getNotificationSettingsRoute(deps),
  updateNotificationSettingsRoute(deps),
  setNotificationWebhookRoute(deps),
  deleteNotificationWebhookRoute(deps),
  testNotificationChannelRoute(deps),
  ...passkeyRoutes(deps),
  ...signOnRoutes(deps),
];
