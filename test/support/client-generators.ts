import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as programs from './client-programs.js';
import {
  goProgram,
  goTool,
  needJava,
  npmPrograms,
  pythonPrograms,
  ROOT,
  runProgram,
  workFolder,
} from './conformance-tools.js';
import { inTurn, must } from './installs.js';

type Command = readonly [program: string, ...args: string[]];

/** One that makes a client from `openapi.json` in its folder. */
interface ClientGenerator {
  /** Its work folder; packages are installed in it or above it. */
  folder: string;
  /** Installs what it needs, once. Returns the commands that generate, check and use the client. */
  prepare(folder: string): readonly Command[];
  /** The program that uses the client, and settings. */
  files: Readonly<Record<string, string>>;
}

const TYPESCRIPT_PACKAGES = [
  ...['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0', '@hey-api/openapi-ts@0.99.0', 'orval@8.38.0'],
  ...['typescript@5.9.3', '@types/node@24.19.4'],
];
const TYPESCRIPT_SETTINGS = {
  compilerOptions: {
    strict: true,
    module: 'nodenext',
    target: 'es2022',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: ['node'],
    skipLibCheck: true,
    outDir: 'out',
  },
  files: ['use.ts'],
};

const typescript = (name: string, program: string, generate: readonly string[], files: object = {}) => ({
  folder: `typescript-clients/${name}`,
  prepare(): readonly Command[] {
    const bin = npmPrograms('typescript-clients', TYPESCRIPT_PACKAGES);
    const node = (tool: string, ...args: string[]): Command => [process.execPath, path.join(bin, tool), ...args];
    const [tool = '', ...args] = generate;
    return [node(tool, ...args), node('tsc', '-p', '.'), [process.execPath, 'out/use.js']];
  },
  files: {
    'use.ts': program,
    'package.json': '{"private":true,"type":"module"}\n',
    'tsconfig.json': JSON.stringify(TYPESCRIPT_SETTINGS),
    ...files,
  },
});

const GUIDE = readFileSync(path.join(ROOT, 'docs/guides/generated-clients.md'), 'utf8');

/** Returns the settings of a generator as its users copy them from the guide. */
function settingsInGuide(file: string): string {
  const start = `\`\`\`json file=${file}\n`;
  const from = GUIDE.indexOf(start);
  if (from === -1) throw new Error(`The guide has no ${file}.`);
  return GUIDE.slice(from + start.length, GUIDE.indexOf('\n```', from + start.length));
}

const MAKE_FEWER_FILES = ['modelDocs', 'apiDocs', 'modelTests', 'apiTests'].map((name) => `${name}=false`).join();

/** Clients as their users generate them: six generators in three languages. */
export const clientGenerators = (serviceUrl: string): Readonly<Record<string, ClientGenerator>> => ({
  'openapi-typescript': typescript('openapi-typescript', programs.OPENAPI_TYPESCRIPT, [
    ...['openapi-typescript', 'openapi.json', '-o', 'api.ts'],
  ]),
  'hey-api': typescript('hey-api', programs.HEY_API, [
    ...['openapi-ts', '-i', 'openapi.json', '-o', 'api', '-c', '@hey-api/client-fetch'],
  ]),
  orval: typescript('orval', programs.ORVAL, ['orval', '--config', 'orval.config.json'], {
    'orval.config.json': settingsInGuide('orval.config.json').replace('https://leads.example.com', serviceUrl),
  }),
  'openapi-generator': {
    folder: 'openapi-generator-client',
    prepare() {
      needJava();
      const needed = ['pydantic==2.14.4', 'urllib3==2.8.0', 'python-dateutil==4.0.0', 'typing-extensions==4.16.0'];
      const bin = pythonPrograms('openapi-generator', ['openapi-generator-cli==7.26.0', ...needed]);
      const generate = ['generate', '-g', 'python', '-i', 'openapi.json', '-o', '.'];
      return [
        [
          path.join(bin, 'openapi-generator-cli'),
          ...generate,
          '--global-property',
          `models,apis,supportingFiles,${MAKE_FEWER_FILES}`,
        ],
        [path.join(bin, 'python'), 'use.py'],
      ];
    },
    files: { 'use.py': programs.OPENAPI_GENERATOR },
  },
  'openapi-python-client': {
    folder: 'openapi-python-client',
    prepare() {
      const bin = pythonPrograms('python-tools', ['openapi-python-client==0.29.1']);
      const generate = ['generate', '--path', 'openapi.json', '--meta', 'none', '--output-path', 'api_client'];
      return [
        [path.join(bin, 'openapi-python-client'), ...generate, '--overwrite'],
        [path.join(bin, 'python'), 'use.py'],
      ];
    },
    files: { 'use.py': programs.OPENAPI_PYTHON_CLIENT },
  },
  'oapi-codegen': {
    folder: 'oapi-codegen-client',
    prepare(folder) {
      const generator = goTool('oapi-codegen', 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2');
      const go = goProgram();
      inTurn(() => {
        if (existsSync(path.join(folder, 'go.sum'))) return;
        if (!existsSync(path.join(folder, 'go.mod'))) must(go, ['mod', 'init', 'example.com/leads'], folder);
        must(go, ['get', 'github.com/oapi-codegen/runtime@v1.9.0'], folder);
      });
      mkdirSync(path.join(folder, 'api'), { recursive: true });
      return [[generator, '-config', 'settings.json', 'openapi.json'], [go, 'build', '-o', 'use', '.'], ['./use']];
    },
    files: { 'main.go': programs.OAPI_CODEGEN, 'settings.json': settingsInGuide('settings.json') },
  },
});

export interface GeneratedClient {
  /** Generates the client, checks it and uses it. Returns what its program printed, or what failed. */
  use(env: object): Promise<unknown>;
}

/** Installs a generator and writes its files, with the description of the service. */
export function prepareClient(generator: ClientGenerator, document: string): GeneratedClient {
  const folder = workFolder(generator.folder);
  const commands = generator.prepare(folder);
  for (const [name, text] of Object.entries({ ...generator.files, 'openapi.json': document }))
    writeFileSync(path.join(folder, name), text);
  return {
    async use(env) {
      let printed = '';
      for (const [program, ...args] of commands) {
        const { code, output } = await runProgram(program, args, folder, { ...QUICK, ...env });
        if (code !== 0) return `${program} ${args.join(' ')}: ${output.slice(-4_000)}`;
        printed = output;
      }
      return JSON.parse(printed.trim().split('\n').at(-1) ?? '');
    },
  };
}

/** Half the time of a short run in Java is spent on making it fast. */
const QUICK = { JAVA_TOOL_OPTIONS: '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC' };
