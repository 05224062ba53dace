import { type BuildFailure, build, type Message, type Plugin, version } from 'esbuild';

/** The stage at which a deployment failed: the language, a policy, or the output. */
export type DeployStage = 'compile' | 'policy' | 'upload';

/** A problem that prevents the deployment of a function. Line and column count from 1. */
export interface DeployProblem {
  message: string;
  line: number | null;
  column: number | null;
  line_text: string | null;
}

/** A function that can't be deployed as it is written. */
export class DeployError extends Error {
  readonly stage: DeployStage;
  readonly problems: DeployProblem[];
  constructor(stage: DeployStage, problems: DeployProblem[]) {
    super(problems[0]?.message ?? "The function couldn't be deployed.");
    this.name = 'DeployError';
    this.stage = stage;
    this.problems = problems;
  }
}

/** A function as it runs: one module without imports, whose default export is the function. */
export interface Deployed {
  code: string;
  sourceMap: string;
}

/** Names the compiler of a program, so that it is compiled again after an upgrade. */
export const COMPILER = `esbuild ${version}, form 1`;

const FILE = 'function.ts';
const MAX_CODE = 512 * 1024;
const NO_IMPORTS = "Functions can't import modules. Use ctx and svc.";

/** Messages of the compiler that are about what a function may not use, by their id. */
const POLICY: Record<string, string> = {
  'unsupported-dynamic-import': NO_IMPORTS,
  'unsupported-require-call': NO_IMPORTS,
  'indirect-require': NO_IMPORTS,
  'empty-import-meta': "Functions can't use import.meta.",
  'direct-eval': "Functions can't evaluate strings as code.",
};

const noImports: Plugin = {
  name: 'no-imports',
  setup({ onResolve }) {
    onResolve({ filter: /.*/ }, ({ kind }) =>
      kind === 'entry-point' ? undefined : { errors: [{ text: NO_IMPORTS }] },
    );
  },
};

/**
 * Compiles a function's TypeScript or JavaScript source into one module and checks what it uses. Throws `DeployError`
 * with stage and position. The same source always compiles to the same program.
 */
export async function deploy(source: string): Promise<Deployed> {
  const { outputFiles, metafile } = await compile(source);
  if (!Object.values(metafile.outputs).some((output) => output.exports.includes('default'))) {
    throw new DeployError('policy', [
      problem('The source has no default export. Start with `export default async function (ctx, svc)`.'),
    ]);
  }
  const textOf = (end: string) => outputFiles.find(({ path }) => path.endsWith(end))?.text ?? '';
  const deployed = { code: textOf('.js'), sourceMap: textOf('.map') };
  const bytes = Buffer.byteLength(deployed.code);
  if (bytes > MAX_CODE) {
    throw new DeployError('upload', [problem(`The compiled function has ${bytes} bytes. The limit is ${MAX_CODE}.`)]);
  }
  return deployed;
}

async function compile(source: string) {
  try {
    return await build({
      stdin: { contents: source, loader: 'ts', sourcefile: FILE },
      bundle: true,
      write: false,
      metafile: true,
      outdir: '/',
      format: 'esm',
      platform: 'neutral',
      target: 'es2022',
      charset: 'utf8',
      sourcemap: 'external',
      sourcesContent: false,
      legalComments: 'none',
      logLevel: 'silent',
      logOverride: Object.fromEntries(Object.keys(POLICY).map((id) => [id, 'error'])),
      tsconfigRaw: {},
      plugins: [noImports],
    });
  } catch (error) {
    const { errors } = error as Partial<BuildFailure>;
    if (!errors?.length) throw error;
    const policy = errors.some(({ id, text }) => text === NO_IMPORTS || id in POLICY);
    throw new DeployError(policy ? 'policy' : 'compile', errors.slice(0, 10).map(toProblem));
  }
}

const problem = (message: string): DeployProblem => ({ message, line: null, column: null, line_text: null });

const toProblem = ({ id, text, location }: Message): DeployProblem => ({
  message: POLICY[id] ?? text,
  line: location?.line ?? null,
  column: location ? location.column + 1 : null,
  line_text: location?.lineText.slice(0, 200) ?? null,
});
