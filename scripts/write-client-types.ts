import { readFileSync, writeFileSync } from 'node:fs';
import { clientTypes } from './client-types.js';

// Comes after the document in `npm run generate`, since it is made from it.
writeFileSync('client/src/types.ts', clientTypes(JSON.parse(readFileSync('openapi.json', 'utf8'))));
