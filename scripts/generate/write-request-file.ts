import { writeFileSync } from 'node:fs';
import { openApiText } from './openapi-text.js';
import { postmanCollection } from './postman-collection.js';
import { requestFile } from './request-file.js';

const document = JSON.parse(await openApiText());
writeFileSync('docs/requests.http', requestFile(document));
writeFileSync('docs/postman-collection.json', postmanCollection(document));
