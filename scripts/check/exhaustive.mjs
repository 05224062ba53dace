import { runSuite } from '../lib/jest.mjs';
import { main } from '../lib/lifetime.mjs';

await main(() => runSuite('exhaustive', { folder: 'test/exhaustive' }));
