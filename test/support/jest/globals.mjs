/**
 * Replaces `@jest/globals` with the functions of the running test file. Modules that several files share are loaded
 * once, so these are live bindings that each file sets again.
 */
export let describe, it, test, expect, beforeAll, beforeEach, afterAll, afterEach;

export function setGlobals(globals) {
  ({ describe, it, test, expect, beforeAll, beforeEach, afterAll, afterEach } = globals);
}
