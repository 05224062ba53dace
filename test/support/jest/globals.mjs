/**
 * Stands in for `@jest/globals`: the functions of the test file that runs. Modules that several files share are loaded
 * once, so these are live bindings, set anew for each file.
 */
export let describe, it, test, expect, beforeAll, beforeEach, afterAll, afterEach;

export function setGlobals(globals) {
  ({ describe, it, test, expect, beforeAll, beforeEach, afterAll, afterEach } = globals);
}
