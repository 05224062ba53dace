export { cadenceWorkflow } from './cadence.js';
export { inboundEventWorkflow } from './inbound-event.js';
export { importWorkflow } from './import.js';
