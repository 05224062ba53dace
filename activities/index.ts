import type { WorkDependencies } from '../db/work.js';
import type { IndexDependencies } from '../services/knowledge/index-document.js';
import { createJobActivities, type JobDependencies } from './background-jobs.js';
import { type BookingDependencies, createBookingActivities } from './bookings.js';
import { createCampaignActivities } from './campaigns.js';
import { type ConversationDependencies, createConversationActivities } from './conversations.js';
import { createCountAttempts } from './count-attempts.js';
import { createErasureActivities } from './erasures.js';
import { describingFailures } from './failures.js';
import { createFunctionActivities, type FunctionActivityDependencies } from './functions.js';
import { createOrHold } from './hold.js';
import { createImportActivities } from './imports.js';
import { createInboundActivities } from './inbound.js';
import { createKnowledgeActivities } from './knowledge.js';
import { createSandboxCallActivities, type SandboxCallDependencies } from './sandbox-calls.js';
import { createSendActivities, type SendActivityDependencies } from './send.js';
import { createTemplateActivities, type TemplateDependencies } from './templates.js';
import { createWebhookActivities, type WebhookDependencies } from './webhooks.js';

export type ActivityDependencies = Omit<
  SendActivityDependencies &
    WorkDependencies &
    ConversationDependencies &
    SandboxCallDependencies &
    TemplateDependencies &
    BookingDependencies &
    FunctionActivityDependencies &
    IndexDependencies &
    JobDependencies &
    WebhookDependencies,
  'orHold' | 'countAttempts'
>;

/** Creates every activity of the service. */
export const createActivities = (given: ActivityDependencies) => {
  const deps = { ...given, orHold: createOrHold(given), countAttempts: createCountAttempts(given) };
  return describingFailures({
    ...createSendActivities(deps),
    ...createCampaignActivities(deps),
    ...createConversationActivities(deps),
    ...createErasureActivities(deps),
    ...createImportActivities(deps),
    ...createInboundActivities(deps),
    ...createKnowledgeActivities(deps),
    ...createSandboxCallActivities(deps),
    ...createTemplateActivities(deps),
    ...createBookingActivities(deps),
    ...createJobActivities(deps),
    ...createWebhookActivities(deps),
    ...createFunctionActivities(deps),
  });
};

export type Activities = ReturnType<typeof createActivities>;
