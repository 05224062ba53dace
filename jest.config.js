export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  globalSetup: '<rootDir>/test/support/worker-databases.mjs',
  setupFiles: ['<rootDir>/test/support/use-worker-database.mjs'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: { target: 'es2024', parser: { syntax: 'typescript' }, experimental: { keepImportAttributes: true } },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
  // Packages have modules named `x.json.js`, which are not the JSON beside them.
  moduleNameMapper: { '^(\\.{1,2}/.*)(?<!\\.json)\\.js$': '$1', '^(/.*/temporal/failure-converter)\\.js$': '$1' },
  testTimeout: 120_000,
  maxWorkers: 2,
  // The modules of each file stay in the process that ran it.
  workerIdleMemoryLimit: '1500MB',
};
