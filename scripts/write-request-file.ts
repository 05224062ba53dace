import { readFileSync, writeFileSync } from 'node:fs';
import { requestFile } from './request-file.js';

// Comes after the document in `npm run generate`, since it is made from it.
writeFileSync('docs/requests.http', requestFile(JSON.parse(readFileSync('openapi.json', 'utf8'))));
