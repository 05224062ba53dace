import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { useApi } from '../../support/api.js';

const api = useApi();

interface FileRequest {
  name: string;
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** The requests of an .http file, as an editor reads them. */
function readRequests(text: string, variables: Record<string, string>): FileRequest[] {
  const filled = text.replaceAll(/\{\{(\w+)\}\}/g, (all, name) => variables[name] ?? all);
  return filled
    .split(/^### /m)
    .slice(1)
    .map((part) => {
      const [head = '', ...rest] = part.split('\n\n');
      const [name = '', line = '', ...headers] = head.trim().split('\n');
      const [method = '', url = ''] = line.split(' ');
      return {
        name,
        method: method.toLowerCase() as FileRequest['method'],
        url,
        headers: Object.fromEntries(headers.map((header) => header.split(': ', 2) as [string, string])),
        body: rest.join('\n\n').trim(),
      };
    });
}

describe('docs/requests.http', () => {
  it('creates a lead, and lists everything that can be listed', async () => {
    const { apiKey } = await api.account();
    const text = readFileSync('docs/requests.http', 'utf8');
    const requests = readRequests(text, { baseUrl: '', apiKey });
    const send = ({ method, url, headers, body }: FileRequest) => {
      const request = supertest(api.app)[method](url).set(headers);
      return body === '' ? request : request.send(body);
    };
    const create = requests.find(({ method, url }) => method === 'post' && url === '/api/public/leads');
    const created = await send(create as FileRequest);
    expect([created.status, created.body.lead?.first_name]).toEqual([201, 'Ana']);
    const lists = requests.filter(({ method, url }) => method === 'get' && !url.includes('{{'));
    expect(lists.length).toBeGreaterThan(20);
    for (const list of lists) expect([list.name, (await send(list)).status]).toEqual([list.name, 200]);
  });
});
