import { type ApiDocument, operationsOf } from './api-document.js';

const HEAD = `# Every endpoint of a REST key as a request, for editors that send .http files. Set these two first.
@baseUrl = http://127.0.0.1:3000
@apiKey = svc_live_...
`;

/** Writes the OpenAPI document as a file of requests with its own examples as bodies. */
export function requestFile(document: ApiDocument): string {
  const requests = operationsOf(document).map(({ method, path, summary, parameters, example }) => {
    const needed = parameters.filter(({ in: location, required }) => location === 'query' && required);
    const query = needed.map(({ name }) => `${name}={{${name}}}`).join('&');
    const url = `{{baseUrl}}${path.replaceAll('{', '{{').replaceAll('}', '}}')}${query ? `?${query}` : ''}`;
    const body = example === undefined ? '' : `Content-Type: application/json\n\n${JSON.stringify(example, null, 2)}\n`;
    return `### ${summary}\n${method.toUpperCase()} ${url}\nX-API-Key: {{apiKey}}\n${body}`;
  });
  return [HEAD, ...requests].join('\n');
}
