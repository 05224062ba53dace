export { checkConditions } from './check.js';
export { evaluate } from './evaluate.js';
