import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { RequestHandler } from 'express';
import { ApiError } from '../http/errors.js';

/** The files that pages are made of, as they are called now. */
export interface Entries {
  /** The document of those who are signed in. */
  pages: Loaded;
  /** The document of those who aren't. */
  doors: Loaded;
  styles: string;
  scheme: string;
  mailFrame: string;
}

interface Loaded {
  script: string;
  /** What the script imports, at any depth: a browser that isn't told learns of it a level at a time. */
  needs: string[];
}

interface Built {
  entries: Entries;
  files: ReadonlyMap<string, Buffer>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};
const ENDINGS: Readonly<Record<string, string>> = { br: '.br', gzip: '.gz', identity: '' };

/** Where the dashboard is built, seen from the sources and from what is built of them. */
const folders = () => ['../../dist/dashboard', '../../dashboard'].map((up) => path.resolve(import.meta.dirname, up));

function read(): Built {
  const folder = folders().find((candidate) => existsSync(path.join(candidate, 'manifest.json')));
  if (!folder) throw new Error('The dashboard isn’t built: npm run build.');
  return {
    entries: JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8')),
    files: new Map(readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name))])),
  };
}

let built: Built | undefined;
const builtOnce = (): Built => {
  built ??= read();
  return built;
};

/** Returns the names of the files that pages load. */
export const entries = (): Entries => builtOnce().entries;

/** Returns what runs in the frame of a mail, to be put into that document itself. */
export const frameScript = (): string => String(builtOnce().files.get(builtOnce().entries.mailFrame));

/** Answers a file of the dashboard as it was compressed when it was built. Its name holds its hash, so it never changes. */
export const sendAsset: RequestHandler = (req, res) => {
  const name = String(req.params.file);
  const type = TYPES[path.extname(name)];
  const encoding = req.acceptsEncodings('br', 'gzip', 'identity') || 'identity';
  const file = builtOnce().files.get(name + ENDINGS[encoding]);
  if (!type || !file) throw new ApiError('NOT_FOUND');
  res.set({ 'Content-Type': type, 'Cache-Control': 'public, max-age=31536000, immutable', Vary: 'Accept-Encoding' });
  if (encoding !== 'identity') res.set('Content-Encoding', encoding);
  res.end(file);
};
