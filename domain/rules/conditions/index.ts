export { checkConditions } from './check.js';
export { evaluate } from './evaluate.js';
export { sourcesOf } from './named-sources.js';
