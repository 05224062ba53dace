import { runSuite } from './lib/jest.mjs';
import { main } from './lib/lifetime.mjs';

await main(() => runSuite('conformance', { folder: 'test/conformance', workers: 1 }));
