import { type ApiDocument, type ApiOperation, operationsOf } from './api-document.js';

/**
 * Writes the OpenAPI document as a Postman collection (v2.1, which Bruno and Insomnia import too): a folder for each
 * tag, a request for each operation with the document's own example as body.
 */
export function postmanCollection(document: ApiDocument): string {
  const operations = operationsOf(document);
  const collection = {
    info: {
      name: document.info.title,
      description: 'Set the variables baseUrl and apiKey first.',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: {
      type: 'apikey',
      apikey: [
        { key: 'key', value: 'X-API-Key', type: 'string' },
        { key: 'value', value: '{{apiKey}}', type: 'string' },
        { key: 'in', value: 'header', type: 'string' },
      ],
    },
    variable: [
      { key: 'baseUrl', value: 'http://127.0.0.1:3000' },
      { key: 'apiKey', value: '' },
    ],
    item: document.tags
      .map(({ name, description }) => ({
        name,
        description,
        item: operations.filter(({ tags }) => tags[0] === name).map(requestOf),
      }))
      .filter(({ item }) => item.length > 0),
  };
  return `${JSON.stringify(collection, null, 2)}\n`;
}

function requestOf({ method, path, summary, description, parameters, example }: ApiOperation) {
  const segments = path
    .slice(1)
    .replaceAll(/\{(\w+)\}/g, ':$1')
    .split('/');
  const of = (location: string) => parameters.filter((parameter) => parameter.in === location);
  const query = of('query').map(({ name, required, description: text }) => ({
    key: name,
    value: '',
    description: text,
    disabled: !required,
  }));
  const variable = of('path').map(({ name, description: text }) => ({ key: name, value: '', description: text }));
  const json = example !== undefined;
  return {
    name: summary.replace(/\.$/, ''),
    request: {
      method: method.toUpperCase(),
      ...(description === undefined ? {} : { description }),
      header: json ? [{ key: 'Content-Type', value: 'application/json' }] : [],
      url: {
        raw: `{{baseUrl}}/${segments.join('/')}`,
        host: ['{{baseUrl}}'],
        path: segments,
        ...(query.length === 0 ? {} : { query }),
        ...(variable.length === 0 ? {} : { variable }),
      },
      ...(json ? { body: { mode: 'raw', raw: JSON.stringify(example, null, 2) } } : {}),
    },
  };
}
