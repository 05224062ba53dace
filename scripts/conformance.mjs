import { runSuite } from './lib/jest.mjs';
import { main } from './lib/lifetime.mjs';

// As many files at a time as cores: programs of others keep one busy while browsers and servers of the next wait.
// A journey through the dashboard is a quarter of a minute on an idle machine, and several on one that is not.
await main(() => runSuite('conformance', { folder: 'test/conformance', workers: 2, timeoutMs: 600_000 }));
