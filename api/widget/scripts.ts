import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type RequestHandler, type Response, Router } from 'express';
import { ApiError } from '../http/errors.js';
import { compress } from '../http/response/send-answer.js';

/** The metadata of the widget's build. */
interface Built {
  version: string;
  /** The files that are loaded by name, as they are called now. */
  entries: Readonly<Record<string, string>>;
  files: ReadonlyMap<string, string>;
}

const FOR_EVER = 'public, max-age=31536000, immutable';
const TEN_MINUTES = 'public, max-age=600';
const ENTRY = /^(chat|embed|frame)-[A-Z0-9]+\.js$/;

/** The folders of the widget's build, relative to the sources and to the compiled program. */
const folders = () => ['../../dist/widget', '../../widget'].map((up) => path.resolve(import.meta.dirname, up));

function read(): Built {
  const folder = folders().find((candidate) => existsSync(path.join(candidate, 'manifest.json')));
  if (!folder) throw new Error("The chat script isn't built. Run npm run build.");
  const { version, ...entries } = JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8'));
  const names = readdirSync(folder).filter((name) => name.endsWith('.js'));
  return {
    version,
    entries,
    files: new Map(names.map((name) => [name, readFileSync(path.join(folder, name), 'utf8')])),
  };
}

let built: Built | undefined;
const builtOnce = (): Built => {
  built ??= read();
  return built;
};

/** Returns the address of the script of frames, below that of the service. */
export const frameScriptPath = (): string => `/widget/${builtOnce().entries.frame}`;

/** Pages of any site load these, also those that are isolated from other origins. */
function send(res: Response, name: string, cacheControl: string): void {
  const text = builtOnce().files.get(name);
  if (text === undefined) throw new ApiError('NOT_FOUND');
  res.set({
    'Content-Type': 'text/javascript; charset=utf-8',
    'Cache-Control': cacheControl,
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  });
  res.send(text);
}

const ofVersion: RequestHandler = (req, res) => {
  const { version } = builtOnce();
  if (req.params.version !== version)
    throw new ApiError('NOT_FOUND', { message: `This service provides version ${version} of the widget.` });
  send(res, 'widget.js', FOR_EVER);
};

/**
 * A page that loaded the script before a release asks for the files of then: it gets those of now, which know what it
 * says to them, and asks again next time.
 */
const byHash: RequestHandler = (req, res) => {
  const name = String(req.params.file);
  const { files, entries } = builtOnce();
  if (files.has(name) && name !== 'widget.js') return send(res, name, FOR_EVER);
  const [, entry = ''] = ENTRY.exec(name) ?? [];
  send(res, entries[entry] ?? '', 'no-cache');
};

/** Returns the chat for pages: its script under a lasting address, and everything that this one loads. */
export function widgetScripts(): Router {
  const router = Router();
  router.get('/widget.js', compress, (_req, res) => send(res, 'widget.js', TEN_MINUTES));
  router.get('/widget/:version/widget.js', compress, ofVersion);
  router.get('/widget/:file', compress, byHash);
  return router;
}
