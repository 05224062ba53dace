import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';

/**
 * Who may import whom, folder by folder. `types` lists folders of which only types are used. Anything not listed is
 * refused, so that a new dependency between layers is a decision and not an accident.
 */
const LAYERS: Record<string, { values: string[]; types?: string[] }> = {
  schemas: { values: [] },
  'domain/flow': { values: [] },
  domain: { values: ['domain/flow', 'schemas'] },
  runtime: { values: [] },
  db: { values: ['runtime', 'domain/values'], types: ['schemas', 'domain'] },
  providers: { values: ['runtime', 'domain'], types: ['schemas', 'db'] },
  functions: { values: ['runtime'], types: ['schemas'] },
  services: { values: ['schemas', 'domain', 'domain/flow', 'db', 'functions', 'runtime'], types: ['providers'] },
  activities: {
    values: ['schemas', 'domain', 'db', 'services', 'providers', 'functions', 'runtime'],
    types: ['workflows', 'temporal'],
  },
  workflows: { values: ['domain/flow'], types: ['schemas', 'activities', 'domain'] },
  temporal: { values: ['workflows', 'domain', 'domain/flow', 'db', 'runtime'], types: ['schemas'] },
  // Setting a number's photo is the one call to a provider that a request makes itself.
  api: { values: ['schemas', 'domain', 'db', 'services', 'temporal', 'runtime', 'providers', 'functions'] },
  // What is published stands alone; its types are written from the schemas.
  client: { values: [] },
  worker: {
    values: [
      'activities',
      'workflows',
      'temporal',
      'providers',
      'functions',
      'services',
      'domain',
      'db',
      'runtime',
      'schemas',
    ],
  },
};

/** The only library each of these folders may know; the others are free to use what package.json lists. */
const LIBRARIES: Record<string, string[]> = {
  schemas: ['@sinclair/typebox'],
  'domain/flow': [],
  domain: [
    'luxon',
    'date-holidays',
    'liquidjs',
    're2js',
    'libphonenumber-js',
    'csv-parse',
    'ical-generator',
    'ical.js',
    'timezones-ical-library',
    'node:stream',
    'node:crypto',
    'node:module',
  ],
  workflows: ['@temporalio/workflow', '@temporalio/common'],
  client: [],
};

interface Import {
  file: string;
  line: string;
  typeOnly: boolean;
  target: string;
}

const ROOT = path.resolve(import.meta.dirname, '..');
const sources = (folder: string): string[] =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => path.join(folder, name));

function importsOf(file: string): Import[] {
  const text = readFileSync(path.join(ROOT, file), 'utf8');
  return [...text.matchAll(/^(?:import|export)\s+(type\s+)?([^;]*?)\s*from\s+'([^']+)';/gms)].map((match) => {
    const names = match[2] ?? '';
    const inner = names.match(/^\{([\s\S]*)\}$/)?.[1];
    const allTypes = inner?.split(',').every((name) => name.trim() === '' || name.trim().startsWith('type ')) ?? false;
    return { file, line: match[0], typeOnly: match[1] !== undefined || allTypes, target: match[3] as string };
  });
}

const layerOf = (file: string): string =>
  ['domain/flow', 'domain/values'].find((folder) => file.startsWith(`${folder}/`)) ?? (file.split('/')[0] as string);

const isAllowed = (layer: string, target: string, typeOnly: boolean): boolean => {
  const top = target === 'domain/values' ? 'domain' : target;
  const own = layer === 'domain/values' ? 'domain' : layer;
  const rules = LAYERS[own];
  if (!rules || own === top || (own === 'domain' && top === 'domain/flow')) return true;
  const listed = [...rules.values, ...(typeOnly ? (rules.types ?? []) : [])];
  return listed.includes(top) || listed.includes(target);
};

describe('the tree', () => {
  const folders = Object.keys(LAYERS).filter((folder) => !folder.includes('/'));
  const imports = folders.flatMap(sources).flatMap(importsOf);

  it('keeps each layer to the imports it may have', () => {
    expect(imports.length).toBeGreaterThan(100);
    const broken = imports
      .filter(({ target }) => target.startsWith('.'))
      .filter(({ file, target, typeOnly }) => {
        const resolved = path.normalize(path.join(path.dirname(file), target));
        return !isAllowed(layerOf(file), layerOf(resolved), typeOnly);
      })
      .map(({ file, target }) => `${file} -> ${target}`);
    expect(broken).toEqual([]);
  });

  it('keeps pure folders to their named libraries', () => {
    const broken = imports
      .filter(({ target, typeOnly }) => !target.startsWith('.') && !typeOnly)
      .filter(({ file, target }) => {
        const layer = layerOf(file) === 'domain/values' ? 'domain' : layerOf(file);
        const libraries = LIBRARIES[layer];
        return libraries !== undefined && !libraries.some((name) => target === name || target.startsWith(`${name}/`));
      })
      .map(({ file, target }) => `${file} -> ${target}`);
    expect(broken).toEqual([]);
  });

  it('takes every library that runs in production from the dependencies that production installs', () => {
    const installed = Object.keys(JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')).dependencies);
    const missing = [...imports, ...sources('scripts').flatMap(importsOf)]
      .filter(({ file, target, typeOnly }) => !typeOnly && !/^(\.|node:)/.test(target) && !file.startsWith('client/'))
      .filter(({ target }) => !installed.some((name) => target === name || target.startsWith(`${name}/`)))
      .map(({ file, target }) => `${file} -> ${target}`);
    expect(missing).toEqual([]);
  });

  it('starts a worker with the same flags everywhere: here, in a container, and where it is measured', () => {
    const flags = (file: string) => readFileSync(path.join(ROOT, file), 'utf8').match(/--max-semi-space-size=\d+/g);
    const places = ['scripts/lib/serve.mjs', 'docker-compose.yml', 'bench/support/stand.ts'].map(flags);
    expect(places[0]).toHaveLength(1);
    expect(new Set(places.map(String)).size).toBe(1);
  });

  it('reads no clock in the domain', () => {
    const readers = sources('domain').filter((file) =>
      /Date\.now\(|new Date\(\)|DateTime\.(now|utc|local)\(\)|Math\.random/.test(
        readFileSync(path.join(ROOT, file), 'utf8'),
      ),
    );
    expect(readers).toEqual([]);
  });
});
