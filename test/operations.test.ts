import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';

const ROOT = path.resolve(import.meta.dirname, '..');

const sources = (folder: string): { file: string; text: string }[] =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => ({ file: `${folder}/${name}`, text: readFileSync(path.join(ROOT, folder, name), 'utf8') }));

/** Returns the name of an operation in code, which uses other words than the specification. */
const nameInCode = (operationId: string): string =>
  operationId.replace('Workflow', 'Agent').replace('CloudFunction', 'Function').replace('BackgroundJob', 'Job');

/** Maps the name of each exported handler to the room of `api` that it is in. */
function roomsOfHandlers(): Map<string, string> {
  return new Map(
    sources('api').flatMap(({ file, text }) =>
      [...text.matchAll(/^export (?:const|function) (\w+)Route\b/gm)].map(
        (match) => [match[1] as string, file.split('/')[1] as string] as const,
      ),
    ),
  );
}

describe('an operation', () => {
  const operations = sources('schemas').flatMap(({ text }) =>
    [...text.matchAll(/^export const (\w+)Contract = contract\([\s\S]*?operationId: '(\w+)'/gm)].map((match) => ({
      contract: match[1] as string,
      operationId: match[2] as string,
    })),
  );
  const handlers = roomsOfHandlers();

  it('gives its name to its contract and its handler', () => {
    expect(operations.length).toBeGreaterThan(250);
    const wrong = operations.filter(({ contract, operationId }) => contract !== nameInCode(operationId));
    const missing = operations.filter(({ operationId }) => !handlers.has(nameInCode(operationId)));
    expect({ wrong, missing }).toEqual({ wrong: [], missing: [] });
  });

  it('has its tests in the room of its handler', () => {
    const rooms = new Set(operations.map(({ operationId }) => handlers.get(nameInCode(operationId)) as string));
    const untested = [...rooms].filter((room) => !existsSync(path.join(ROOT, 'test/api', room)));
    const homeless = readdirSync(path.join(ROOT, 'test/api')).filter(
      (room) => !existsSync(path.join(ROOT, 'api', room)) || room.endsWith('.ts'),
    );
    expect({ untested, homeless }).toEqual({ untested: [], homeless: [] });
  });
});
