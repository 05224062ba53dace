import { runSuite } from './lib/jest.mjs';
import { main } from './lib/lifetime.mjs';

// As many files at a time as cores: programs of others keep one busy while browsers and servers of the next wait.
await main(() => runSuite('conformance', { folder: 'test/conformance', workers: 2 }));
