/** The environment of a test file: none but the process, see runtime.mjs. */
export default class NativeEnvironment {
  global = {};

  async setup() {}

  async teardown() {}

  /** Asked for by jest; there is no context beside that of the process. */
  getVmContext() {
    return null;
  }
}
