import express, { type Express, type Request, type Response } from 'express';
import { newId } from '../../runtime/ids.js';

/** The IDs of another tenant that a flawed service knows. */
export interface Foreign {
  ids: { lead: string; message: string; campaign: string; delivery: string };
  cursor: string;
  mark: string;
}

interface Operation {
  method: 'get' | 'post';
  path: string;
  operationId: string;
  /** The answer of a service without a fault. */
  right: (req: Request) => Answer;
  /** The answer of one that has it. */
  wrong: (req: Request, foreign: Foreign) => Answer;
  /** The check that finds it, and what it says. */
  caught?: [check: string, words: string];
}
type Answer = [status: number, body: unknown];

const ok: Answer = [200, {}];
const unknown = (message = ''): Answer => [404, { code: 'NOT_FOUND', message }];
const crash = (code: string): Answer => [500, { code }];
const list = (name: string, more: Pick<Operation, 'wrong' | 'caught'>): Operation => ({
  method: 'get',
  path: `/api/public/${name}`,
  operationId: name,
  right: () => ok,
  ...more,
});
const one = (name: string, more: Pick<Operation, 'wrong' | 'caught'>): Operation => ({
  method: 'get',
  path: `/api/public/${name}/{id}`,
  operationId: `one-${name}`,
  right: () => unknown(),
  ...more,
});
const ofForeign = (check: string) => `${check}_of_another_tenant`;

/** Each with the one fault that a check of ours is there for. */
export const FLAWED: Operation[] = [
  list('me', {
    wrong: () => crash('INTERNAL_ERROR'),
    caught: ['no_unpromised_server_error', 'answered 500 INTERNAL_ERROR'],
  }),
  list('hosts', {
    wrong: () => crash('FUNCTION_DEPLOY_FAILED'),
    caught: ['no_unpromised_server_error', 'answered 500 FUNCTION_DEPLOY_FAILED'],
  }),
  // Promised there, so no fault at all.
  list('cloud-functions', { wrong: () => crash('FUNCTION_DEPLOY_FAILED') }),
  list('templates', {
    wrong: (_req, { mark }) => [200, { text: `Hello ${mark.toUpperCase()}` }],
    caught: [ofForeign('nothing'), 'shows a text of another tenant'],
  }),
  list('tags', {
    wrong: (_req, { ids }) => [200, { seen: ids.delivery }],
    caught: [ofForeign('nothing'), 'shows the delivery of another tenant'],
  }),
  one('leads', {
    wrong: (req, { ids }) => (req.params.id === ids.lead ? [403, { code: 'FORBIDDEN' }] : unknown()),
    caught: ['ids_of_another_tenant_are_unknown', "answers (403, 'FORBIDDEN'"],
  }),
  one('messages', {
    wrong: () => ok,
    caught: ['ids_of_another_tenant_are_unknown', 'answers 200 to a foreign path'],
  }),
  one('campaigns', {
    wrong: (req, { ids, mark }) => unknown(req.params.id === ids.campaign ? mark : ''),
    caught: ['ids_of_another_tenant_are_unknown', 'shows a text of another tenant'],
  }),
  {
    method: 'post',
    path: '/api/public/tasks',
    operationId: 'createTask',
    right: () => unknown(),
    wrong: ({ body }, { ids }) => (body?.lead_id === ids.lead ? [201, {}] : unknown()),
    caught: ['ids_of_another_tenant_are_unknown', 'answers (201, None'],
  },
  list('events', {
    wrong: ({ query }, { cursor }) => (query.cursor === cursor ? crash('INTERNAL_ERROR') : ok),
    caught: ['cursors_of_another_tenant_show_nothing', 'answers 500 to a foreign cursor'],
  }),
  list('leads', {
    wrong: ({ query }, { cursor, mark }) => [200, { text: query.cursor === cursor ? mark : '' }],
    caught: ['cursors_of_another_tenant_show_nothing', 'shows a text of another tenant'],
  }),
];

const json = { 'application/json': { schema: { type: 'object' } } };
const text = { type: 'string' };

function description(): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const { method, path, operationId } of FLAWED) {
    const parameters = path.endsWith('{id}')
      ? [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }]
      : method === 'get'
        ? [{ name: 'cursor', in: 'query', schema: text }]
        : [];
    const properties = { lead_id: { type: 'string', format: 'uuid' }, title: text };
    const schema = { type: 'object', required: Object.keys(properties), properties };
    const requestBody = { required: true, content: { 'application/json': { schema } } };
    const operation = { operationId, parameters, responses: { default: { description: 'Any.', content: json } } };
    paths[path] = { ...paths[path], [method]: method === 'post' ? { ...operation, requestBody } : operation };
  }
  return { openapi: '3.1.0', info: { title: 'Flawed', version: '1' }, paths };
}

/** A service of a few operations, each of them right, or each with its fault. */
export function flawedService(foreign: Foreign, isFlawed: boolean): Express {
  const app = express().disable('x-powered-by');
  app.get('/openapi.json', (_req, res) => void res.json(description()));
  // Bodies that aren't JSON don't matter here.
  app.use(express.json({ strict: false }), (_error: unknown, _req: Request, res: Response, _next: unknown) =>
    res.status(400).json({ code: 'INVALID_JSON' }),
  );
  for (const { method, path, right, wrong } of FLAWED) {
    app[method](path.replace('{id}', ':id'), (req, res) => {
      const [status, body] = isFlawed ? wrong(req, foreign) : right(req);
      res.status(status).json(body);
    });
  }
  return app;
}

/** Another tenant of such a service. */
export const someForeign = (): Foreign => ({
  ids: { lead: newId(), message: newId(), campaign: newId(), delivery: newId() },
  cursor: newId(),
  mark: 'zqforeign',
});
