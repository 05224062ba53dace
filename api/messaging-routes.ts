import type { ApiDependencies } from './dependencies.js';
import { getEmailSenderRoute, listEmailSendersRoute } from './email-senders/read-email-senders.js';
import {
  createEmailSenderRoute,
  deleteEmailSenderRoute,
  updateEmailSenderRoute,
} from './email-senders/write-email-senders.js';
import { createHookRoute, deleteHookRoute, listHooksRoute } from './hooks/manage-hooks.js';
import { receiveHookRoute, verifyHookAddressRoute } from './hooks/receive-hook.js';
import { listSandboxDeliveriesRoute } from './internal/sandbox-deliveries.js';
import { deleteMailboxRoute, getMailboxRoute, setMailboxRoute } from './mailboxes/mailboxes.js';
import { getMessageMediaRoute } from './messages/read-media.js';
import { getMessageRoute, listMessagesRoute } from './messages/read-messages.js';
import { sendMessageRoute } from './messages/send-message.js';
import { cancelMessageRoute, resolveMessageRoute } from './messages/settle-messages.js';
import type { Route } from './route.js';
import { createSuppressionRoute, deleteSuppressionRoute, listSuppressionsRoute } from './suppressions/suppressions.js';
import { getTemplateRoute, listTemplatesRoute } from './templates/read-templates.js';
import { createTemplateRoute, deleteTemplateRoute, updateTemplateRoute } from './templates/write-templates.js';
import { showUnsubscribeRoute, unsubscribeLeadRoute } from './unsubscribe/unsubscribe.js';

/** The endpoints around messages: what they are sent with, what becomes of them, and what comes back. */
export const messagingRoutes = (deps: ApiDependencies): Route[] =>
  [
    listEmailSendersRoute,
    createEmailSenderRoute,
    getEmailSenderRoute,
    updateEmailSenderRoute,
    deleteEmailSenderRoute,
    getMailboxRoute,
    setMailboxRoute,
    deleteMailboxRoute,
    listTemplatesRoute,
    createTemplateRoute,
    getTemplateRoute,
    updateTemplateRoute,
    deleteTemplateRoute,
    listSuppressionsRoute,
    createSuppressionRoute,
    deleteSuppressionRoute,
    sendMessageRoute,
    listMessagesRoute,
    getMessageRoute,
    getMessageMediaRoute,
    cancelMessageRoute,
    resolveMessageRoute,
    listHooksRoute,
    createHookRoute,
    deleteHookRoute,
    receiveHookRoute,
    verifyHookAddressRoute,
    showUnsubscribeRoute,
    unsubscribeLeadRoute,
    listSandboxDeliveriesRoute,
  ].map((make) => make(deps));
