import { accountsRequests } from './requests/accounts.js';
import { agentRunsRequests } from './requests/agent-runs.js';
import { agentsRequests } from './requests/agents.js';
import type { Requests } from './requests/ask.js';
import { campaignsRequests } from './requests/campaigns.js';
import { channelsRequests } from './requests/channels.js';
import { connectionsRequests } from './requests/connections.js';
import { conversationsRequests } from './requests/conversations.js';
import { eventsRequests } from './requests/events.js';
import { functionsRequests } from './requests/functions.js';
import { importsRequests } from './requests/imports.js';
import { inboundRequests } from './requests/inbound.js';
import { jobsRequests } from './requests/jobs.js';
import { knowledgeRequests } from './requests/knowledge.js';
import { leadsRequests } from './requests/leads.js';
import { meetingsRequests } from './requests/meetings.js';
import { messagesRequests } from './requests/messages.js';
import { modelsRequests } from './requests/models.js';
import { operationsRequests } from './requests/operations.js';
import { rulesRequests } from './requests/rules.js';
import { webhookRequests } from './requests/webhooks.js';
import { widgetRequests } from './requests/widget.js';

/** Valid requests for each operation. Every call makes rows of its own. */
export const ROUTE_REQUESTS: Requests = {
  ...accountsRequests,
  ...eventsRequests,
  ...operationsRequests,
  ...channelsRequests,
  ...leadsRequests,
  ...rulesRequests,
  ...agentsRequests,
  ...agentRunsRequests,
  ...importsRequests,
  ...widgetRequests,
  ...knowledgeRequests,
  ...campaignsRequests,
  ...connectionsRequests,
  ...conversationsRequests,
  ...messagesRequests,
  ...modelsRequests,
  ...inboundRequests,
  ...webhookRequests,
  ...meetingsRequests,
  ...jobsRequests,
  ...functionsRequests,
};
