import { readdirSync } from 'node:fs';
import path from 'node:path';
import { withDashboardRoutes } from '../../api/dashboard-routes.js';
import type { Contract } from '../../schemas/contract.js';

const SCHEMAS = path.resolve(import.meta.dirname, '../../schemas');
const INTERNAL = '/api/internal/';
/** Answered with a stream, which is not asked for like the others. */
const STREAMS = new Set(['streamChanges']);

interface Declared {
  contract: Contract;
  file: string;
  name: string;
}

const isContract = (value: unknown): value is Contract =>
  typeof value === 'object' && value !== null && 'operationId' in value && 'path' in value;

/** Every contract there is, with the module and the name it is exported by. */
async function declared(): Promise<Declared[]> {
  const files = readdirSync(SCHEMAS, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.d)\.[jt]s$/.test(file))
    .map((file) => file.replace(/\.[jt]s$/, '').replaceAll(path.sep, '/'))
    .sort();
  const found = await Promise.all(
    files.map(async (file) => {
      const exported = await import(path.join(SCHEMAS, `${file}${path.extname(import.meta.filename)}`));
      return Object.entries(exported).flatMap(([name, contract]) =>
        isContract(contract) && name.endsWith('Contract') ? [{ contract, file, name }] : [],
      );
    }),
  );
  return found.flat();
}

/** Returns the path of an operation at the users' door, where it has one. */
function pathForUsers(contract: Contract): string | undefined {
  const [own, behind] = withDashboardRoutes([
    { contract, handler: () => Promise.reject(new Error('Only its path is wanted.')) },
  ]);
  const at = (behind ?? own)?.contract.path ?? '';
  return at.startsWith(INTERNAL) ? at.slice(INTERNAL.length - 1) : undefined;
}

/** Returns the text of the dashboard's list of operations: addresses as values, shapes as types alone. */
export async function dashboardOperations(): Promise<string> {
  const rows = (await declared())
    .map((one) => ({ ...one, id: one.contract.operationId, at: pathForUsers(one.contract) }))
    .filter(({ id, at }) => at !== undefined && !STREAMS.has(id))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const byFile = Map.groupBy(rows, ({ file }) => file);
  const imports = [...byFile].map(([file], index) => `import type * as m${index} from '../../schemas/${file}.js';`);
  const place = new Map([...byFile.keys()].map((file, index) => [file, `m${index}`]));
  return `// Written by \`npm run generate\` from the contracts.
${imports.join('\n')}

/** Method and address of each operation that signed-in users have, below \`api/internal\`. */
export const PATHS = {
${rows.map(({ id, at, contract }) => `  ${id}: '${contract.method.toUpperCase()} ${at}',`).join('\n')}
} as const;

/** The contract of each. */
export interface Operations {
${rows.map(({ id, file, name }) => `  ${id}: typeof ${place.get(file)}.${name};`).join('\n')}
}
`;
}
