import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { workerDatabaseUrl } from '../worker-database.mjs';
import { setGlobals } from './globals.mjs';
import { useSources } from './modules.mjs';

const require = createRequire(import.meta.url);
const { env } = process;

useSources();
// Set in the environment, since the programs that tests start inherit it.
if (env.DATABASE_URL) env.DATABASE_URL = workerDatabaseUrl(env.DATABASE_URL, Number(env.JEST_WORKER_ID));

/**
 * Runs test files in the process itself, one after the other, with Node's modules. The runtime of jest gives each file
 * a context that loads the service's 600 modules again, which takes longer than most files' tests.
 */
class NativeRuntime {
  #env = { ...env };

  constructor(_config, environment) {
    globalThis.console = environment.global.console;
  }

  /** jest-circus keeps the tests of a file and their handlers in itself, so each file has its own. */
  requireInternalModule(path) {
    delete globalThis[Symbol.for('EVENT_HANDLERS')];
    delete require.cache[path];
    return require(path);
  }

  requireModule(path) {
    return require(path);
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  unstable_importModule(path) {
    return import(pathToFileURL(path).href);
  }

  setGlobalsForRuntime(globals) {
    setGlobals(globals);
  }

  enterTestCode() {}

  leaveTestCode() {}

  getSourceMaps() {
    return new Map();
  }

  getAllCoverageInfoCopy() {}

  /** Returns what a file set in the environment is not there for the next. */
  teardown() {
    process.env = env;
    for (const name of Object.keys(env)) if (!(name in this.#env)) delete env[name];
    Object.assign(env, this.#env);
  }
}

// jest takes the class from what `require` answers.
export { NativeRuntime as 'module.exports' };
