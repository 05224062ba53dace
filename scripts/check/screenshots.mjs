import { runSuite } from '../lib/jest.mjs';
import { main } from '../lib/lifetime.mjs';

// Takes pictures of every page of the dashboard into .data/screenshots, and replaces those in docs/screenshots.
process.argv.push('--testMatch', '**/screenshots.spec.ts');
await main(() => runSuite('screenshots', { folder: 'test/conformance', workers: 1 }));
