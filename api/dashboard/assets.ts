import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { RequestHandler } from 'express';
import type { Language } from '../../schemas/dashboard.js';
import { ApiError } from '../http/errors.js';

/** The documents in one language. */
interface Documents {
  /** The document of those who are signed in. */
  pages: Loaded;
  /** The document of those who aren't. */
  signedOut: Loaded;
}

/** The files that pages are made of, as they are called now. */
export interface Entries {
  languages: Readonly<Record<Language, Documents>>;
  styles: string;
  /** The font of the interface, in Latin letters. */
  font: string;
  scheme: string;
  mailFrame: string;
}

interface Loaded {
  script: string;
  /** The script's imports at any depth, as preload hints. Otherwise a browser finds them one level at a time. */
  needs: string[];
}

interface Built {
  entries: Entries;
  files: ReadonlyMap<string, Buffer>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
};
const ENDINGS: Readonly<Record<string, string>> = { br: '.br', gzip: '.gz', identity: '' };

/** The folders of the dashboard's build, relative to the sources and to the compiled program. */
const folders = () => ['../../dist/dashboard', '../../dashboard'].map((up) => path.resolve(import.meta.dirname, up));

function read(): Built {
  const folder = folders().find((candidate) => existsSync(path.join(candidate, 'manifest.json')));
  if (!folder) throw new Error("The dashboard isn't built. Run npm run build.");
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
  const { files } = builtOnce();
  const encodings = ['br', 'gzip', 'identity'].filter((one) => files.has(name + ENDINGS[one]));
  const encoding = req.acceptsEncodings(encodings) || 'identity';
  const file = files.get(name + ENDINGS[encoding]);
  if (!type || !file) throw new ApiError('NOT_FOUND');
  res.set({ 'Content-Type': type, 'Cache-Control': 'public, max-age=31536000, immutable', Vary: 'Accept-Encoding' });
  if (encoding !== 'identity') res.set('Content-Encoding', encoding);
  res.end(file);
};
