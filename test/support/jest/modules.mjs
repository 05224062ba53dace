import { existsSync } from 'node:fs';
import { enableCompileCache, registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = new URL('../../../', import.meta.url).href;
const globals = new URL('globals.mjs', import.meta.url).href;

/** `x.ts` for `x.js`, as imports name it, where the project has no file but the source. */
function sourceOf(specifier, parent = root) {
  const isOurs = specifier.startsWith('/') || (specifier.startsWith('.') && !parent.includes('/node_modules/'));
  if (!isOurs || !specifier.endsWith('.js')) return specifier;
  const source = specifier.replace(/\.js$/, '.ts');
  return !existsSync(new URL(specifier, parent)) && existsSync(new URL(source, parent)) ? source : specifier;
}

/** Lets this process import the sources as they are: Node strips their types and keeps what it made for the next run. */
export function useSources() {
  enableCompileCache(join(fileURLToPath(root), 'node_modules', '.cache', 'compiled-sources'));
  registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier === '@jest/globals' ? globals : sourceOf(specifier, context.parentURL), context),
  });
}
