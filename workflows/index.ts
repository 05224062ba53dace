export { backgroundJobCycleWorkflow } from './background-job-cycle.js';
export { bookingWorkflow, calendarSyncWorkflow } from './booking.js';
export { cadenceWorkflow } from './cadence.js';
export { campaignWorkflow } from './campaign.js';
export { importWorkflow } from './import.js';
export { inboundEventWorkflow } from './inbound-event.js';
export { messageWorkflow } from './message.js';
export { templateSyncWorkflow } from './template-sync.js';
export { webhookDeliveryWorkflow } from './webhook-delivery.js';
