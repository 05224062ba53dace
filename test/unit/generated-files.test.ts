import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { clientTypes } from '../../scripts/generate/client-types.js';
import { errorGuide } from '../../scripts/generate/error-guide.js';
import { openApiText } from '../../scripts/generate/openapi-text.js';
import { postmanCollection } from '../../scripts/generate/postman-collection.js';
import { requestFile } from '../../scripts/generate/request-file.js';
import { envExample } from '../../scripts/generate/write-env-example.js';

// When one of these fails: `npm run generate`, and commit what it wrote.
describe('committed files that are generated', () => {
  it('.env.example says what runtime/config.ts says', () => {
    expect(readFileSync('.env.example', 'utf8')).toBe(envExample());
  });

  it('the types of the client are those of the API', async () => {
    expect(readFileSync('client/src/types.ts', 'utf8')).toBe(clientTypes(JSON.parse(await openApiText())));
  });

  it('the guide to errors has every code', () => {
    expect(readFileSync('docs/guides/errors.md', 'utf8')).toBe(errorGuide());
  });

  it('the file of requests has every endpoint', async () => {
    expect(readFileSync('docs/requests.http', 'utf8')).toBe(requestFile(JSON.parse(await openApiText())));
  });

  it('the Postman collection has every endpoint', async () => {
    const written = readFileSync('docs/postman-collection.json', 'utf8');
    expect(written).toBe(postmanCollection(JSON.parse(await openApiText())));
  });
});
