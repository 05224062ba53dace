import { writeFileSync } from 'node:fs';
import { clientTypes } from './client-types.js';
import { openApiText } from './openapi-text.js';

writeFileSync('client/src/types.ts', clientTypes(JSON.parse(await openApiText())));
