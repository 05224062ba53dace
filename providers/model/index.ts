export { createModelProvider } from './openai-compatible.js';
