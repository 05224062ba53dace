/** The environment of a test file: none but the process, see runtime.mjs. */
export default class NativeEnvironment {
  global = {};

  async setup() {}

  async teardown() {}

  /** Required by jest. There is no context other than that of the process. */
  getVmContext() {
    return null;
  }
}
