import { readFileSync, writeFileSync } from 'node:fs';
import { postmanCollection } from './postman-collection.js';
import { requestFile } from './request-file.js';

// Comes after the document in `npm run generate`, since both are made from it.
const document = JSON.parse(readFileSync('openapi.json', 'utf8'));
writeFileSync('docs/requests.http', requestFile(document));
writeFileSync('docs/postman-collection.json', postmanCollection(document));
