import { runSuite } from '../lib/jest.mjs';
import { main } from '../lib/lifetime.mjs';

// One more than two cores: with two files at a time a third of the processor waits for browsers and programs of others.
await main(() => runSuite('conformance', { folder: 'test/conformance', workers: 3 }));
