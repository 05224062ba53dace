export default {
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  globalSetup: '<rootDir>/test/support/worker-databases.mjs',
  // Test files run in the worker process itself, which strips their types and loads each module once.
  runtime: '<rootDir>/test/support/jest/runtime.mjs',
  testEnvironment: '<rootDir>/test/support/jest/environment.mjs',
  setupFiles: ['<rootDir>/test/support/jest/same-values.mjs'],
  testSequencer: '<rootDir>/test/support/jest/sequencer.mjs',
  injectGlobals: false,
  transform: {},
  testTimeout: 600_000,
  // One more than cores: test files wait for servers as long as they work.
  maxWorkers: 3,
  workerIdleMemoryLimit: '1GB',
};
