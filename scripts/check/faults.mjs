import { runSuite } from '../lib/jest.mjs';
import { main } from '../lib/lifetime.mjs';

// Each file has servers and processes of its own, and waits more than it works.
await main(() => runSuite('faults', { folder: 'test/faults', workers: 4 }));
