export { LeadAutomationClient } from './client.js';
export * from './core/errors.js';
export type { FileContent } from './core/form.js';
export type { Paged } from './core/paged.js';
export { type ClientOptions, type DebugEntry, type RequestOptions, VERSION } from './core/request.js';
export type * from './types.js';
