export { type ConditionPlace, checkConditions } from './check.js';
export { type ConditionResult, type ConditionWarning, type Evaluation, evaluate } from './evaluate.js';
