import express, { type Express, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import helmet from 'helmet';
import { publicUrl, secretsOf, trustedProxies } from '../runtime/config.js';
import { newId } from '../runtime/ids.js';
import { traceRequest } from '../runtime/tracing.js';
import { createMeetingLinks } from '../services/meetings/meeting-links.js';
import { dashboardPages } from './dashboard/page.js';
import { withDashboardRoutes } from './dashboard-routes.js';
import type { ApiDependencies } from './dependencies.js';
import { docsRoutes } from './docs/routes.js';
import { svcTypesFile } from './functions/svc-types-file.js';
import { healthRoutes } from './health.js';
import { preflights } from './http/auth/cors.js';
import { readerBefore } from './http/auth/field-changes.js';
import { createSessions } from './http/auth/sessions.js';
import { ApiError, toApiError } from './http/errors.js';
import { type MountDependencies, mount } from './http/mount.js';
import { contentTag } from './http/request/if-match.js';
import { createOpenBodies } from './http/request/open-bodies.js';
import { countPages, createLoad } from './http/request/shed-load.js';
import { warnOfProxy } from './http/request/warn-of-proxy.js';
import { compress, sendJson } from './http/response/send-answer.js';
import { noteAnswered, type Route } from './http/route.js';
import { openApiDocument } from './openapi/document.js';
import { routes } from './routes.js';
import { securityText } from './security-text.js';
import { widgetScripts } from './widget/scripts.js';

/** Creates the HTTP service: the route table and a few pages, with one format for all errors. */
export function createApp(given: ApiDependencies): Express {
  const { urlFor: meetingUrl } = createMeetingLinks(secretsOf(given.config), publicUrl(given.config));
  const deps = { ...given, meetingUrl };
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  const proxies = trustedProxies(deps.config);
  if (proxies === undefined) app.use(warnOfProxy(deps));
  else app.set('trust proxy', proxies);

  app.use(identify(deps));
  app.use(healthRoutes(deps));
  const load = createLoad(deps.config.OVERLOAD_LAG_MS);
  app.use(load.refuseWhileLagging);
  if (deps.traced) app.use(traceRequests());

  const table = routes(deps);
  app.use(
    preflights(
      deps,
      table.map(({ contract }) => contract),
    ),
  );
  mountAll(
    app,
    { ...deps, sessions: createSessions(deps), load, bodies: createOpenBodies() },
    withDashboardRoutes(table),
  );
  app.use(countPages(load));
  let description: { text: string; tag: string } | undefined;
  app.get('/openapi.json', (req, res) => {
    description ??= describe(table);
    res.set({ ETag: description.tag, 'Cache-Control': 'no-cache' });
    if (req.fresh) res.status(304).end();
    else sendJson(req, res, description.text);
  });
  app.use(['/docs', '/llms.txt', '/llms-full.txt'], compress);
  app.use(docsRoutes());
  app.use(securityText(deps.config));
  app.use(widgetScripts());
  app.get('/functions/svc.d.ts', compress, svcTypesFile());
  app.use(dashboardPages(deps));

  app.use((_req, _res, next) => next(new ApiError('NOT_FOUND')));
  app.use(answerError(deps));
  return app;
}

/** Returns the OpenAPI document as it is sent, with a weak ETag: compressed answers have the same. */
function describe(table: readonly Route[]): { text: string; tag: string } {
  const document = publicDocument(table);
  return { text: JSON.stringify(document), tag: `W/${contentTag(document)}` };
}

/** Returns the OpenAPI document of what integrators and websites may call. */
export const publicDocument = (table: readonly Route[]) =>
  openApiDocument(table.map(({ contract }) => contract).filter(({ path }) => isPublic(path)));

const isPublic = (path: string) => path.startsWith('/api/public/') || path.startsWith('/api/widget/');

/**
 * Fixed segments before parameters, so that `/leads/tags` isn't taken for a lead. Paths without parameters are looked
 * up at once; the router would try every pattern before theirs.
 */
function mountAll(app: Express, deps: MountDependencies, table: Route[]): void {
  const fixed = new Map<string, RequestHandler>();
  app.use((req, res, next) => {
    const serve = fixed.get(req.path);
    if (serve) return serve(req, res, next);
    next();
  });
  const toExpress = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1');
  const byPath = Map.groupBy(table, ({ contract }) => contract.path);
  const paths = [...byPath.keys()].sort((a, b) => (a.replaceAll('{', '~') < b.replaceAll('{', '~') ? -1 : 1));
  for (const path of paths) {
    const methods = new Map<string, RequestHandler>(
      (byPath.get(path) ?? []).map((entry) => [
        entry.contract.method.toUpperCase(),
        mount(deps, entry, readerBefore(entry, table)),
      ]),
    );
    const allowed = [...methods.keys()].join(', ');
    const serve: RequestHandler = (req, res, next) => {
      const handler = methods.get(req.method === 'HEAD' ? 'GET' : req.method);
      if (handler) return handler(req, res, next);
      if (req.method === 'OPTIONS') return void res.set('Allow', allowed).status(204).end();
      next(new ApiError('METHOD_NOT_ALLOWED', { headers: { Allow: allowed } }));
    };
    app.all(toExpress(path), serve);
    if (!path.includes('{')) fixed.set(path, serve);
  }
}

/** Helmet's headers. They are the same for every answer, so they are worked out once. */
function securityHeaders({ HSTS }: ApiDependencies['config']): Map<string, string> {
  const headers = new Map<string, string>([['Cache-Control', 'no-store']]);
  const note = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: () => undefined,
  } as unknown as Response;
  const secure = helmet({
    contentSecurityPolicy: false,
    crossOriginResourcePolicy: { policy: 'same-origin' },
    // Subdomains may be another team's, and may not speak TLS at all.
    strictTransportSecurity: HSTS === 'off' ? false : { includeSubDomains: HSTS === 'subdomains' },
  });
  secure({} as Request, note, () => undefined);
  return headers;
}

/** Names each request, counts it and logs how it ended. */
function identify({ config, logger, metrics }: ApiDependencies): RequestHandler {
  const headers = securityHeaders(config);
  return (req, res, next) => {
    const requestId = newId();
    const started = performance.now();
    res.locals.requestId = requestId;
    res.setHeaders(headers);
    res.setHeader('X-Request-Id', requestId);
    metrics.inFlight.inc();
    res.on('close', () => {
      metrics.inFlight.dec();
      const ms = performance.now() - started;
      const operation = String(res.locals.operation ?? 'other');
      metrics.requests.observe({ operation, status: String(res.statusCode) }, ms / 1000);
      logger.debug(
        { request_id: requestId, operation, method: req.method, status: res.statusCode, ms: Math.round(ms) },
        'Request answered',
      );
      noteAnswered(res, ms);
    });
    next();
  };
}

/** Makes each request a span, of which everything it asks for becomes a part. */
const traceRequests = (): RequestHandler => (req, res, next) =>
  traceRequest(req, (end) => {
    res.on('close', () => end(String(res.locals.operation ?? 'other'), res.statusCode));
    next();
  });

const READ_AWAY_MS = 1_000;

/** Drains the rest of a request without reading it, for up to a second. */
function readAway(req: Request): Promise<void> {
  return new Promise((resolve) => {
    if (req.destroyed) return resolve();
    const timer = setTimeout(resolve, READ_AWAY_MS);
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    req.once('end', done).once('close', done).once('error', done).resume();
  });
}

/** The one place that turns a thrown error into an answer. */
function answerError({ logger }: ApiDependencies) {
  return (thrown: unknown, req: Request, res: Response, _next: NextFunction): void => {
    const error = toApiError(thrown);
    const requestId = String(res.locals.requestId ?? '');
    if (error.status >= 500) {
      const level = error.code === 'INTERNAL_ERROR' ? 'error' : 'warn';
      logger[level]({ err: thrown, request_id: requestId, operation: res.locals.operation }, 'Request failed');
    }
    if (res.headersSent) return void res.destroy();
    if (error.extras.headers) res.set(error.extras.headers);
    const answer = () => {
      res.status(error.status).json(error.toBody(requestId));
    };
    if (req.complete) {
      answer();
      return;
    }
    // The rest of a refused body would be taken for the next request, and a caller that is cut off while it sends
    // never reads the answer: so it may send on for a moment, and the connection ends with the answer.
    res.set('Connection', 'close');
    void readAway(req).then(answer);
  };
}
