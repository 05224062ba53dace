import type { Request } from 'express';
import type { Knex } from 'knex';
import { type MappingProblem, planColumns } from '../../domain/imports/mapping.js';
import { canonicalJson } from '../../runtime/canonical-json.js';
import { newId } from '../../runtime/ids.js';
import {
  FILE_MEDIA_TYPES,
  type ImportOptions,
  type ImportPreview,
  importLeadsContract,
  MAX_IMPORT_BYTES,
} from '../../schemas/imports/imports.js';
import { previewImport } from '../../services/imports/preview.js';
import type { StoredOptions } from '../../services/imports/read-row.js';
import {
  discardUpload,
  failUpload,
  findOptionProblem,
  queueImport,
  type StoredFile,
  storeFile,
  type Upload,
} from '../../services/imports/upload.js';
import type { ApiDependencies } from '../dependencies.js';
import { callerName } from '../http/auth/caller-name.js';
import { commit } from '../http/commit.js';
import { ApiError } from '../http/errors.js';
import { UPLOAD_PACE } from '../http/request/body-pace.js';
import { type Received, receiveFile } from '../http/request/receive-file.js';
import { type RouteInput, route } from '../http/route.js';
import { readOptions, toStored } from './import-options.js';
import { toImport } from './to-import.js';
import { failureOf, uploadError } from './upload-errors.js';

type Input = RouteInput<typeof importLeadsContract>;

/** Imports a file: its rows are stored while they arrive, then a workflow works them, or a preview tells of them. */
export const importLeadsRoute = (deps: ApiDependencies) =>
  route(importLeadsContract).handle(async (input) => {
    const { account, req, assertInTime } = input;
    // Checked first, so that no client uploads 50 MiB only to learn that the agent doesn't exist.
    await checkReferences(deps.db, input, readOptions(input.query, new Map()));
    const upload: Upload = { importId: newId(), accountId: account.id, createdBy: callerName(input) };
    const received = await receive(deps, upload, req, input.query);
    try {
      const options = readOptions(input.query, received.fields);
      const stored = await checkReferences(deps.db, input, options);
      const columns = columnsOf(received.file, options);
      if (options.dry_run) {
        const preview = await previewImport(deps.db, {
          importId: upload.importId,
          account,
          reading: { columns, options: stored, account },
          analysis: received.file.analysis,
          encoding: received.file.encoding,
          file: received.file.reading,
          sheets: received.file.sheets,
        });
        await discardUpload(deps.db, upload.importId);
        return await commit(deps, input.now, ({ tx }) =>
          input.once(tx, contentOf(received), async () => ({
            status: 200 as const,
            body: { success: true, dry_run: true as const, preview: preview satisfies ImportPreview },
          })),
        );
      }
      assertInTime();
      return await commit(deps, deps.clock.now(), (work) =>
        input.once(work.tx, contentOf(received), async () => {
          const row = await queueImport(work, upload, {
            rows: received.file.rows,
            columns,
            options: { ...stored, file: received.file.reading },
            fileName: options.file_name ?? null,
          });
          if (!row) throw new ApiError('ENGINE_UNAVAILABLE');
          return { status: 202 as const, body: { success: true as const, import: toImport(row) } };
        }),
      );
    } catch (error) {
      await discardUpload(deps.db, upload.importId);
      throw error;
    }
  });

/**
 * Returns the fingerprint of an upload, which distinguishes a repetition from another upload under the same idempotency
 * key.
 */
const contentOf = ({ file, fields }: Received<StoredFile>): string =>
  canonicalJson({ file: file.digest, fields: Object.fromEntries(fields) });

/** Fields that are needed during the upload. A form has them before the file. */
const READING = ['encoding', 'sheet', 'header_line'] as const;

/** Receives the file; whatever breaks on the way leaves an import that says so and none of its rows. */
async function receive(
  deps: ApiDependencies,
  upload: Upload,
  req: Request,
  query: Input['query'],
): Promise<Received<StoredFile>> {
  try {
    let before: ReadonlyMap<string, string> = new Map();
    const received = await receiveFile<StoredFile>(
      req,
      (bytes, name, fields) => {
        before = fields;
        const { encoding, sheet, header_line } = readOptions(pick(query), new Map(Object.entries(pick(fields))));
        return storeFile(deps.db, deps.clock, upload, bytes, {
          fileName: nameOf(name),
          encoding: encoding ?? undefined,
          sheet: sheet ?? undefined,
          headerLine: header_line ?? undefined,
        });
      },
      MAX_IMPORT_BYTES,
      UPLOAD_PACE,
      FILE_MEDIA_TYPES,
    );
    const late = READING.find((name) => received.fields.get(name) && !before.has(name));
    if (late) {
      const message = `The field \`${late}\` must come before the file.`;
      throw new ApiError('VALIDATION_ERROR', { field: `/${late}`, message });
    }
    return received;
  } catch (error) {
    await failUpload(deps.db, deps.clock.now(), upload.importId, failureOf(error));
    throw uploadError(error);
  }
}

const pick = (given: object | ReadonlyMap<string, string>): Record<string, string> =>
  Object.fromEntries(
    (given instanceof Map ? [...given] : Object.entries(given)).filter(([name]) => READING.includes(name)),
  );

const nameOf = (name: string | null): string | null => name?.toWellFormed().slice(0, 255) ?? null;

async function checkReferences(db: Knex, input: Input, options: ImportOptions): Promise<StoredOptions> {
  const stored = toStored(options, input);
  const problem = await findOptionProblem(db, input.account, stored);
  if (problem) throw new ApiError(problem.code, { field: problem.field, message: problem.message });
  return stored;
}

function columnsOf(file: StoredFile, options: ImportOptions) {
  const { columns, problems } = planColumns(file.analysis, options.mapping ?? {}, options.date_order);
  if (file.rows === 0) {
    throw new ApiError('VALIDATION_ERROR', { field: '/file', message: 'The file has no rows after its header.' });
  }
  const [first] = problems;
  if (first) throw mappingError(first, problems);
  return columns;
}

const MAX_SHOWN = 20;

const mappingError = (first: MappingProblem, problems: readonly MappingProblem[]): ApiError =>
  new ApiError(first.code, {
    field: first.field,
    message: first.message,
    details: { errors: problems.slice(0, MAX_SHOWN) },
  });
