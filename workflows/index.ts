export { cadenceWorkflow } from './cadence.js';
