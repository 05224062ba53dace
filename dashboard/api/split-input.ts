import type { MutationOperation } from './operation-types.js';
import { PATHS } from './operations.js';

/** Parts what an operation is to be asked with into parameters of its path and what its body says. */
export function splitInput(operation: MutationOperation, given: Record<string, unknown>) {
  const names = new Set([...PATHS[operation].matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  const pick = (inPath: boolean) =>
    Object.fromEntries(Object.entries(given).filter(([key]) => names.has(key) === inPath));
  const body = pick(false);
  return { params: pick(true), ...(Object.keys(body).length > 0 ? { body } : {}) };
}
