import { runSuite } from './lib/jest.mjs';
import { main } from './lib/lifetime.mjs';

// Pictures of every page of the dashboard, made anew in docs/screenshots.
process.argv.push('--testMatch', '**/screenshots.spec.ts');
await main(() => runSuite('screenshots', { folder: 'test/conformance', workers: 1 }));
