import { runSuite } from '../lib/jest.mjs';
import { main } from '../lib/lifetime.mjs';

await main(() => runSuite('jest', { without: ['test/exhaustive', 'test/conformance', 'test/faults', 'test/chaos'] }));
