import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';

/**
 * The allowed imports, folder by folder. `types` lists folders of which only types are used. Anything not listed is
 * rejected, so that a new dependency between layers is a decision and not an accident.
 */
const LAYERS: Record<string, { values: string[]; types?: string[] }> = {
  schemas: { values: [] },
  'domain/flow': { values: [] },
  domain: { values: ['domain/flow', 'schemas'] },
  runtime: { values: [] },
  db: {
    values: ['runtime', 'domain/values', 'domain/messages/states', 'domain/rules/conditions/metadata-index'],
    types: ['schemas', 'domain'],
  },
  providers: { values: ['runtime', 'domain'], types: ['schemas', 'db'] },
  functions: { values: ['runtime'], types: ['schemas'] },
  // Reads files in processes of their own, with the walls of functions.
  documents: { values: ['functions', 'runtime'], types: ['domain'] },
  services: {
    values: ['schemas', 'domain', 'domain/flow', 'db', 'functions', 'runtime'],
    types: ['providers', 'workflows', 'documents'],
  },
  activities: {
    values: ['schemas', 'domain', 'db', 'services', 'providers', 'functions', 'runtime'],
    types: ['workflows', 'temporal'],
  },
  workflows: { values: ['domain/flow'], types: ['schemas', 'activities', 'domain'] },
  temporal: { values: ['workflows', 'domain', 'domain/flow', 'db', 'runtime'], types: ['schemas'] },
  // Setting a number's photo is the one call to a provider that a request makes itself.
  api: { values: ['schemas', 'domain', 'db', 'services', 'temporal', 'runtime', 'providers', 'functions'] },
  // The published packages depend on nothing. Their types are generated from the schemas.
  client: { values: [] },
  widget: { values: [], types: ['schemas'] },
  dashboard: { values: ['domain/time/cron-in-words'], types: ['schemas'] },
  worker: {
    values: [
      'activities',
      'workflows',
      'temporal',
      'providers',
      'functions',
      'documents',
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
    'isbot',
    'tldts',
    'date-holidays',
    'liquidjs',
    're2js',
    'libphonenumber-js',
    'csv-parse',
    'iconv-lite',
    'ical-generator',
    'ical.js',
    'timezones-ical-library',
    'parse5',
    'saxes',
    'yauzl',
    'node:stream',
    'node:crypto',
    'node:module',
  ],
  workflows: ['@temporalio/workflow', '@temporalio/common'],
  client: [],
  widget: [],
};

/**
 * The rooms of `services`, from low to high. A room may use earlier rooms, but none on its own level or above. In the
 * other layers rooms have no order, but no two of them use each other either.
 */
const ROOMS_OF_SERVICES = [
  ['accounts', 'channels', 'models'],
  ['instructions'],
  ['agent-runs'],
  ['messages'],
  ['connections'],
  ['meetings'],
  ['leads'],
  ['imports', 'agents', 'campaigns', 'knowledge'],
  ['webhooks'],
  ['rules'],
  ['cadence', 'functions', 'conversations'],
  ['jobs', 'inbound', 'widget'],
  ['operations'],
];
const LAYERS_WITH_ROOMS = ['schemas', 'domain', 'db', 'services', 'api', 'api/http'];

/** The layers of the dashboard, low to high: each uses those before it. */
const LAYERS_OF_DASHBOARD = ['words', 'api', 'components', 'forms', 'features', 'app'];
/** Folders of the dashboard that are apart from its pages: a document of its own, and what builds them. */
const APART_FROM_PAGES = ['mail-frame', 'scripts', 'styles'];
/** The files of a feature that other features use. Everything else of a feature is its own. */
const SHARED_BY_FEATURES = [
  'agents/agent-state',
  'agents/step-in-words',
  'campaigns/enrolling-campaigns',
  'channels/connection-field',
  'channels/use-connections',
  'conversions/conversion-list',
  'leads/bulk-leads',
  'leads/lead-cells',
  'leads/lead-notes',
  'leads/lead-selection',
  'leads/lead-timeline',
  'leads/next-step',
  'leads/run-control',
  'leads/saved-view',
  'meetings/book-meeting',
  'reports/day-range',
  'reports/funnel',
  'reports/report-search',
  'tasks/add-task',
  'tasks/task-order',
  'tasks/task-row',
  'turns/explain-answer',
  'turns/reply-offers',
  'turns/use-turns',
];

/** Published or bundled folders include their libraries. */
const BUNDLED = /^(client|dashboard)\//;

interface Import {
  file: string;
  line: string;
  typeOnly: boolean;
  target: string;
}

const ROOT = path.resolve(import.meta.dirname, '..');
const sources = (folder: string): string[] =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => path.join(folder, name));

/** Lists the modules of a file that are loaded once they are needed. */
const loadedLater = (file: string): { file: string; target: string }[] =>
  [...readFileSync(path.join(ROOT, file), 'utf8').matchAll(/\bimport\('([^']+)'\)/g)].map(([, target]) => ({
    file,
    target: target as string,
  }));

function importsOf(file: string): Import[] {
  const text = readFileSync(path.join(ROOT, file), 'utf8');
  return [...text.matchAll(/^(?:import|export)\s+(type\s+)?([^;]*?)\s*from\s+'([^']+)';/gms)].map((match) => {
    const names = match[2] ?? '';
    const inner = names.match(/^\{([\s\S]*)\}$/)?.[1];
    const allTypes = inner?.split(',').every((name) => name.trim() === '' || name.trim().startsWith('type ')) ?? false;
    return { file, line: match[0], typeOnly: match[1] !== undefined || allTypes, target: match[3] as string };
  });
}

/** Parts of `domain` that others may use than may use the rest: folders, and single files. */
const OPEN_PARTS = [
  ...['domain/values', 'domain/messages/states', 'domain/rules/conditions/metadata-index'],
  'domain/time/cron-in-words',
];
const layerOf = (file: string): string =>
  ['domain/flow', ...OPEN_PARTS].find((part) => file.replace(/\.[jt]s$/, '') === part || file.startsWith(`${part}/`)) ??
  (file.split('/')[0] as string);

const isAllowed = (layer: string, target: string, typeOnly: boolean): boolean => {
  const top = OPEN_PARTS.includes(target) ? 'domain' : target;
  const own = OPEN_PARTS.includes(layer) ? 'domain' : layer;
  const rules = LAYERS[own];
  if (!rules || own === top || (own === 'domain' && top === 'domain/flow')) return true;
  const listed = [...rules.values, ...(typeOnly ? (rules.types ?? []) : [])];
  return listed.includes(top) || listed.includes(target);
};

/** The room of a file: the folder below its layer, if it is in one. */
const roomOf = (file: string, layer = file.split('/')[0] as string): string | undefined =>
  file
    .slice(layer.length + 1)
    .split('/')
    .slice(0, -1)[0];

/** Returns what of a graph leads back to itself: groups in which each leads to each. */
function circlesOf(graph: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const reached = new Map<string, Set<string>>();
  for (const start of graph.keys()) {
    const seen = new Set<string>();
    const open = [start];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      for (const next of graph.get(node) ?? []) {
        if (!seen.has(next)) {
          seen.add(next);
          open.push(next);
        }
      }
    }
    reached.set(start, seen);
  }
  const inCircles = [...graph.keys()].filter((node) => reached.get(node)?.has(node));
  const groups = inCircles.map((node) =>
    inCircles.filter((other) => reached.get(node)?.has(other) && reached.get(other)?.has(node)),
  );
  return [...new Map(groups.map((group) => [group.join(), group])).values()];
}

function graphOf(edges: readonly (readonly [from: string, to: string])[]): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  for (const [from, to] of edges) graph.set(from, (graph.get(from) ?? new Set()).add(to));
  return graph;
}

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

  const sourceOf = (built: string) =>
    [built.replace(/\.js$/, '.tsx'), built.replace(/\.js$/, '.ts')].find((name) => fileNames.has(name)) ?? built;
  const fileNames = new Set(folders.flatMap(sources));
  const edges = imports
    .filter(({ target }) => target.startsWith('.'))
    .map(({ file, target }) => ({
      file,
      used: sourceOf(path.normalize(path.join(path.dirname(file), target))),
    }));

  it('has no circle of files, neither at run time nor by types', () => {
    expect(circlesOf(graphOf(edges.map(({ file, used }) => [file, used])))).toEqual([]);
  });

  it.each(LAYERS_WITH_ROOMS)('has no circle of rooms in %s', (layer) => {
    const between = edges
      .filter(({ file, used }) => file.startsWith(`${layer}/`) && used.startsWith(`${layer}/`))
      .flatMap(({ file, used }) => {
        const [from, to] = [roomOf(file, layer), roomOf(used, layer)];
        return from !== undefined && to !== undefined && from !== to ? [[from, to] as const] : [];
      });
    expect(between.length).toBeGreaterThan(0);
    expect(circlesOf(graphOf(between))).toEqual([]);
  });

  it('keeps the rooms of services in their order', () => {
    const rank = (room: string | undefined) => ROOMS_OF_SERVICES.findIndex((rooms) => rooms.includes(room ?? ''));
    const inServices = edges.filter(({ file, used }) => file.startsWith('services/') && used.startsWith('services/'));
    const homeless = sources('services').filter((file) => rank(roomOf(file)) < 0);
    const broken = inServices
      .filter(({ file, used }) => roomOf(file) !== roomOf(used) && rank(roomOf(used)) >= rank(roomOf(file)))
      .map(({ file, used }) => `${file} -> ${used}`);
    expect({ homeless, broken }).toEqual({ homeless: [], broken: [] });
  });

  it('keeps pure folders to their named libraries', () => {
    const broken = imports
      .filter(({ target, typeOnly }) => !target.startsWith('.') && !typeOnly)
      .filter(({ file, target }) => {
        const layer = OPEN_PARTS.includes(layerOf(file)) ? 'domain' : layerOf(file);
        const libraries = LIBRARIES[layer];
        return libraries !== undefined && !libraries.some((name) => target === name || target.startsWith(`${name}/`));
      })
      .map(({ file, target }) => `${file} -> ${target}`);
    expect(broken).toEqual([]);
  });

  it('writes how far a message is in one place', () => {
    const STATE = /\b(status|claim_no|claimed_at|hold_reason|hold_until)\b/;
    const writes = folders.flatMap(sources).flatMap((file) => {
      const text = readFileSync(path.join(ROOT, file), 'utf8');
      return [...text.matchAll(/\('messages'\)(?:(?!\('messages'\))[^;])*?\.(?:update|insert)\(([^;]*)/g)]
        .filter((match) => STATE.test(match[1] ?? '') || match[0].includes('.insert('))
        .map(() => file);
    });
    expect([...new Set(writes)]).toEqual(['db/messages/transitions.ts']);
  });

  it('takes every library that runs in production from the dependencies that production installs', () => {
    const installed = Object.keys(JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')).dependencies);
    const missing = [...imports, ...sources('scripts').flatMap(importsOf)]
      .filter(({ file, target, typeOnly }) => !typeOnly && !/^(\.|node:)/.test(target) && !BUNDLED.test(file))
      .filter(({ target }) => !installed.some((name) => target === name || target.startsWith(`${name}/`)))
      .map(({ file, target }) => `${file} -> ${target}`);
    expect(missing).toEqual([]);
  });

  it('starts API and worker with the same flags everywhere: here, in a container, and where they are measured', () => {
    const flags = (file: string) =>
      readFileSync(path.join(ROOT, file), 'utf8')
        .match(/--(max-semi-space-size|heap-growing-percent)=\d+/g)
        ?.sort();
    const places = ['scripts/lib/serve.mjs', 'docker-compose.yml', 'bench/support/stand.ts'].map(flags);
    expect(places[0]).toHaveLength(3);
    expect(new Set(places.map(String)).size).toBe(1);
  });

  it('leaves queries to db: a service calls the functions there', () => {
    const withQueries = sources('services').filter((file) =>
      /\b(db|tx)\(\s*['`{]|\.raw\(|\.select\(|\b(SELECT|EXISTS \(|FORCE INDEX)\b/.test(
        readFileSync(path.join(ROOT, file), 'utf8'),
      ),
    );
    expect(withQueries).toEqual([]);
  });

  it('takes the rows of a room from that room: each query file imports those of its own from `./tables.js`', () => {
    const rowsOf = (room: string) =>
      readFileSync(path.join(ROOT, `db/${room}/tables.ts`), 'utf8').matchAll(/^export (?:interface|type) (\w+)/gm);
    const queries = imports.filter(({ file, target }) => /^db\/.+\//.test(file) && target === '../tables.js');
    const own = queries.flatMap(({ file, line }) =>
      [...rowsOf(roomOf(file) as string)]
        .filter(([, row]) => new RegExp(`\\b${row}\\b`).test(line))
        .map(([, row]) => `${file}: ${row}`),
    );
    expect(queries.length).toBeGreaterThan(20);
    expect(own).toEqual([]);
  });

  it('names no program in its commands that isn’t there', () => {
    // A built file is named by its place in `dist`, which a source of the same path has.
    const NAMED =
      /(?<![\w./-])(?:dist\/)?((?:scripts|widget|dashboard|worker|api|db|\.ci)\/[\w./-]+\.(?:m?js|grit))\b/g;
    const commands = [
      'package.json',
      'biome.json',
      'Dockerfile',
      'docker-compose.yml',
      '.ci/run',
      'docs/guides/self-hosting.md',
    ];
    const named = commands.flatMap((file) =>
      [...readFileSync(path.join(ROOT, file), 'utf8').replaceAll('"./', '"').matchAll(NAMED)].map((match) => ({
        file,
        program: match[1] as string,
      })),
    );
    const missing = named
      .filter(
        ({ program }) => ![program, program.replace(/\.js$/, '.ts')].some((name) => existsSync(path.join(ROOT, name))),
      )
      .map(({ file, program }) => `${file}: ${program}`);
    expect({ commands: [...new Set(named.map(({ file }) => file))], missing }).toEqual({ commands, missing: [] });
  });

  it('names no file in its documents that isn’t there', () => {
    const NAMED = /`((?:[a-z-]+\/)+[\w-]+\.(?:ts|tsx|mjs))`/g;
    const decisions = readdirSync(path.join(ROOT, 'docs/decisions')).map((name) => `docs/decisions/${name}`);
    const missing = ['docs/architecture.md', 'docs/walks.md', 'CONTRIBUTING.md', ...decisions].flatMap((document) =>
      [...readFileSync(path.join(ROOT, document), 'utf8').matchAll(NAMED)]
        .map((match) => match[1] as string)
        .filter((file) => !existsSync(path.join(ROOT, file)))
        .map((file) => `${document}: ${file}`),
    );
    expect(missing).toEqual([]);
  });

  it('sets the compiler of schemas up in one place', () => {
    const users = imports.filter(({ target, typeOnly }) => /^ajv\b/.test(target) && !typeOnly).map(({ file }) => file);
    expect([...new Set(users)]).toEqual(['runtime/json-schema.ts']);
  });

  it('keeps nothing from call to call in what all workflows of a thread share', () => {
    const keepers = [...sources('workflows'), ...sources('domain/flow')].filter((file) =>
      /^(?:export )?(?:let|var)\b|^(?:export )?const [^;]*?= (?:new (?!Set\b)\w+|\[\]|\{\})/m.test(
        readFileSync(path.join(ROOT, file), 'utf8'),
      ),
    );
    expect(keepers).toEqual([]);
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

describe('the tree of the dashboard', () => {
  const files = sources('dashboard');
  const layerIn = (file: string) => file.split('/')[1] as string;
  const featureOf = (file: string) => (layerIn(file) === 'features' ? file.split('/')[2] : undefined);
  const nameOf = (file: string) => file.replace(/\.(?:js|tsx?)$/, '');
  const imports = files
    .flatMap((file) => [...importsOf(file), ...loadedLater(file).map((later) => ({ ...later, typeOnly: false }))])
    .filter(({ target }) => target.startsWith('.'))
    .map(({ file, target, typeOnly }) => ({
      file,
      used: path.normalize(path.join(path.dirname(file), target)),
      typeOnly,
    }))
    .filter(({ used }) => used.startsWith('dashboard/'));
  const between = imports.flatMap(({ file, used }) => {
    const [from, to] = [featureOf(file), featureOf(used)];
    return from !== undefined && to !== undefined && from !== to ? [{ file, used, edge: [from, to] as const }] : [];
  });

  it('has every file in a layer', () => {
    const known = [...LAYERS_OF_DASHBOARD, ...APART_FROM_PAGES];
    expect(files.filter((file) => !known.includes(layerIn(file)))).toEqual([]);
  });

  it('keeps each layer to the layers below it; words take only types from the API', () => {
    expect(imports.length).toBeGreaterThan(1000);
    const rank = (file: string) => LAYERS_OF_DASHBOARD.indexOf(layerIn(file));
    const broken = imports
      .filter(({ file, used }) => layerIn(file) !== layerIn(used) && rank(used) >= rank(file))
      .filter(({ file, used, typeOnly }) => !(typeOnly && layerIn(file) === 'words' && layerIn(used) === 'api'))
      .map(({ file, used }) => `${file} -> ${used}`);
    expect(broken).toEqual([]);
  });

  it('keeps features apart, except for the files that they share', () => {
    const shared = SHARED_BY_FEATURES.map((file) => `dashboard/features/${file}`);
    const used = new Set(between.map((each) => nameOf(each.used)));
    const broken = between.filter((each) => !shared.includes(nameOf(each.used)));
    expect(broken.map((each) => `${each.file} -> ${each.used}`)).toEqual([]);
    expect(shared.filter((file) => !used.has(file))).toEqual([]);
  });

  it('has no circle of features', () => {
    expect(circlesOf(graphOf(between.map(({ edge }) => edge)))).toEqual([]);
  });

  it('gives each file a name that no other file has', () => {
    const names = files.filter((file) => layerIn(file) !== 'words').map((file) => path.basename(nameOf(file)));
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});
