import { deleteMailboxRoute, getMailboxRoute, setMailboxRoute } from '../channels/mailboxes.js';
import { getEmailSenderRoute, listEmailSendersRoute } from '../channels/read-email-senders.js';
import { getTemplateRoute, listTemplatesRoute } from '../channels/read-templates.js';
import { listSandboxDeliveriesRoute } from '../channels/sandbox-deliveries.js';
import { replyInSandboxRoute } from '../channels/sandbox-replies.js';
import { checkSenderHealthRoute, getSenderHealthRoute } from '../channels/sender-health.js';
import {
  createEmailSenderRoute,
  deleteEmailSenderRoute,
  updateEmailSenderRoute,
} from '../channels/write-email-senders.js';
import { createTemplateRoute, deleteTemplateRoute, updateTemplateRoute } from '../channels/write-templates.js';
import type { ApiDependencies } from '../dependencies.js';
import type { Route } from '../http/route.js';
import { createHookRoute, deleteHookRoute, listHooksRoute, setHookSecretRoute } from '../inbound/manage-hooks.js';
import { receiveHookRoute, verifyHookAddressRoute } from '../inbound/receive-hook.js';
import { receivePushRoute } from '../inbound/receive-push.js';
import { confirmContactRoute, showContactConfirmationRoute } from '../leads/confirm-contact.js';
import { createSuppressionRoute, deleteSuppressionRoute, listSuppressionsRoute } from '../leads/suppressions.js';
import { showUnsubscribeRoute, unsubscribeLeadRoute } from '../leads/unsubscribe.js';
import { getMessageMediaRoute } from './read-media.js';
import { getMessageRoute, listMessagesRoute } from './read-messages.js';
import { renderMessageRoute } from './render-message.js';
import { sendMessageRoute } from './send-message.js';
import { cancelMessageRoute, resolveMessageRoute } from './settle-messages.js';
import { getTestMessageRoute, sendTestMessageRoute } from './test-message.js';

/** Lists the endpoints around messages: what they are sent with, what becomes of them, and what comes back. */
export const messagingRoutes = (deps: ApiDependencies): Route[] =>
  [
    listEmailSendersRoute,
    createEmailSenderRoute,
    getEmailSenderRoute,
    updateEmailSenderRoute,
    deleteEmailSenderRoute,
    getSenderHealthRoute,
    checkSenderHealthRoute,
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
    renderMessageRoute,
    sendTestMessageRoute,
    getTestMessageRoute,
    listMessagesRoute,
    getMessageRoute,
    getMessageMediaRoute,
    cancelMessageRoute,
    resolveMessageRoute,
    listHooksRoute,
    createHookRoute,
    setHookSecretRoute,
    deleteHookRoute,
    receivePushRoute,
    receiveHookRoute,
    verifyHookAddressRoute,
    showUnsubscribeRoute,
    unsubscribeLeadRoute,
    showContactConfirmationRoute,
    confirmContactRoute,
    listSandboxDeliveriesRoute,
    replyInSandboxRoute,
  ].map((make) => make(deps));
