import { createJobActivities, type JobDependencies } from './background-jobs.js';
import { type BookingDependencies, createBookingActivities } from './bookings.js';
import { type CadenceDependencies, createCadenceActivities } from './cadences.js';
import { type CampaignDependencies, createCampaignActivities } from './campaigns.js';
import { describingFailures } from './failures.js';
import { createFunctionActivities, type FunctionActivityDependencies } from './functions.js';
import { createImportActivities, type ImportDependencies } from './imports.js';
import { createInboundActivities, type InboundDependencies } from './inbound.js';
import { createMessageActivities, type MessageDependencies } from './messages.js';
import { createSandboxCallActivities, type SandboxCallDependencies } from './sandbox-calls.js';
import { createTemplateActivities, type TemplateDependencies } from './templates.js';

export type ActivityDependencies = CadenceDependencies &
  CampaignDependencies &
  ImportDependencies &
  InboundDependencies &
  MessageDependencies &
  SandboxCallDependencies &
  TemplateDependencies &
  BookingDependencies &
  FunctionActivityDependencies &
  JobDependencies;

/** Every activity of the service. */
export const createActivities = (deps: ActivityDependencies) =>
  describingFailures({
    ...createCadenceActivities(deps),
    ...createCampaignActivities(deps),
    ...createImportActivities(deps),
    ...createInboundActivities(deps),
    ...createMessageActivities(deps),
    ...createSandboxCallActivities(deps),
    ...createTemplateActivities(deps),
    ...createBookingActivities(deps),
    ...createJobActivities(deps),
    ...createFunctionActivities(deps),
  });

export type Activities = ReturnType<typeof createActivities>;
