import {
  JsonObject,
  named,
  nullable,
  oneOf,
  optional,
  PageQuery,
  Pagination,
  type Static,
  Success,
  strictObject,
  Timestamp,
  Type,
  Uuid,
} from '../common.js';
import { contract } from '../contract.js';
import { CONSENT_STATES, DUPLICATE_POLICIES } from '../leads/leads.js';
import { MAX_TAGS } from '../leads/tags.js';
import { ImportMapping } from './import-mapping.js';

/** The largest file that can be imported. */
export const MAX_IMPORT_BYTES = 50 * 1024 * 1024;
/** The most rows that a file may have. */
export const MAX_IMPORT_ROWS = 500_000;

/** The encodings in which a file can be read. */
export const TEXT_ENCODINGS = [
  ...(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'iso-8859-15', 'windows-1250', 'iso-8859-2'] as const),
  ...(['windows-1254', 'windows-1251', 'koi8-r', 'windows-1253', 'windows-1255', 'windows-1256'] as const),
  ...(['cp866', 'cp850', 'cp852', 'cp437', 'macintosh'] as const),
  ...(['shift_jis', 'euc-kr', 'gb18030', 'big5', 'euc-jp'] as const),
] as const;
export type TextEncoding = (typeof TEXT_ENCODINGS)[number];

const IMPORT_STATUSES = [
  ...(['uploading', 'queued', 'running', 'completed'] as const),
  ...(['cancelled', 'failed', 'undone'] as const),
] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

const count = (description: string) => Type.Integer({ minimum: 0, description });
const text = (maxLength: number, description: string) =>
  optional(Type.String({ minLength: 1, maxLength, description }));
const consent = optional(oneOf(CONSENT_STATES, { description: 'Consent to this channel.' }));

/** Values for rows that leave a field empty. */
export const ImportDefaults = strictObject(
  {
    last_name: text(200, 'Last name.'),
    source: text(100, 'Where the leads came from; `import` if neither row nor defaults say so.'),
    company: text(200, 'Company.'),
    title: text(200, 'Job title.'),
    timezone: text(64, 'IANA zone such as Europe/Madrid.'),
    country: text(100, 'Country, also for reading national phone numbers.'),
    owner_id: optional(Uuid('The user who owns the leads.')),
    campaign_id: optional(Uuid('The campaign they belong to.')),
    consent: optional(strictObject({ whatsapp: consent, email: consent, call: consent, sms: consent })),
    metadata: optional(JsonObject('Metadata keys for rows that lack them.')),
    tags: optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
        maxItems: MAX_TAGS,
        description: 'Tags of every lead.',
      }),
    ),
  },
  { description: 'Values for rows that leave a field empty; `tags` are added to those of the row.' },
);
export type ImportDefaults = Static<typeof ImportDefaults>;

const MAPPING = 'JSON: header of the file -> where its cells go. Columns left out are guessed.';
const DEFAULTS = 'JSON: values for rows that leave a field empty, such as `{"source": "Fair", "tags": ["fair"]}`.';
const POLICY = 'What to do with known leads and with repetitions within the file; `update` if not given.';
const DRY_RUN = 'Only tell what would happen.';
const AGENT = 'The AI agent to enrol every lead in.';
const SKIP = 'Enrol, but leave out the cadence’s first message or call.';
const ENCODING = 'What the file is written in; detected if not given. In a form the field must come before the file.';
const FILE_NAME = 'What the file is called, for lists.';

/** How a file is to be imported, once query and form are read. */
export const ImportOptions = strictObject({
  encoding: optional(oneOf(TEXT_ENCODINGS, { description: ENCODING })),
  mapping: optional(ImportMapping),
  defaults: optional(ImportDefaults),
  on_duplicate: optional(oneOf(DUPLICATE_POLICIES, { description: POLICY })),
  dry_run: optional(Type.Boolean({ description: DRY_RUN })),
  workflow_id: optional(Uuid(AGENT)),
  skip_first_message: optional(Type.Boolean({ description: SKIP })),
  file_name: optional(Type.String({ minLength: 1, maxLength: 255, description: FILE_NAME })),
});
export type ImportOptions = Static<typeof ImportOptions>;

const asText = {
  encoding: Type.Optional(oneOf(TEXT_ENCODINGS, { description: ENCODING })),
  mapping: Type.Optional(Type.String({ minLength: 2, maxLength: 65_536, description: MAPPING })),
  defaults: Type.Optional(Type.String({ minLength: 2, maxLength: 65_536, description: DEFAULTS })),
  on_duplicate: Type.Optional(oneOf(DUPLICATE_POLICIES, { description: POLICY })),
  dry_run: Type.Optional(Type.Boolean({ description: DRY_RUN })),
  workflow_id: Type.Optional(Uuid(AGENT)),
  skip_first_message: Type.Optional(Type.Boolean({ description: SKIP })),
  file_name: Type.Optional(Type.String({ minLength: 1, maxLength: 255, description: FILE_NAME })),
};
const Csv = Type.String({ format: 'binary', description: 'The file: CSV with a header row, up to 50 MiB.' });

const ColumnPlan = strictObject({
  header: Type.String({ description: 'Header of the file.' }),
  to: Type.String({
    description: 'The lead column, `metadata.<key>`, `tags`, `consent.<channel>`, `opt_out.<channel>` or `ignore`.',
  }),
  type: oneOf(['text', 'number', 'date'] as const, { description: 'How its cells are read.' }),
  date_order: nullable(Type.String({ description: 'What 03/04/2026 means in it: `day_first` or `month_first`.' })),
  guessed: Type.Boolean({ description: 'Whether the header was guessed; false where the mapping said it.' }),
});

/** An import as the API answers it. */
export const Import = named(
  'Import',
  strictObject({
    id: Uuid('The import.'),
    status: oneOf(IMPORT_STATUSES, { description: 'How far it is.' }),
    file_name: nullable(Type.String({ description: 'What the file is called.' })),
    rows: count('Rows of the file, without its header.'),
    created: count('Rows that made a lead.'),
    updated: count('Rows that changed a known lead.'),
    reused: count('Rows whose lead was known and left as it is.'),
    failed: count('Rows that could not be taken; GET /imports/{id}/errors tells why.'),
    warnings: count('Things about the other rows that people should know; listed there too.'),
    remaining: count('Rows not worked yet, or never when it was cancelled.'),
    progress: Type.Number({ minimum: 0, maximum: 1, description: 'From 0 to 1.' }),
    on_duplicate: oneOf(DUPLICATE_POLICIES, { description: 'What happens with known leads.' }),
    workflow_id: nullable(Uuid('The AI agent its leads are enrolled in.')),
    skip_first_message: Type.Boolean({ description: 'Whether the cadence’s first message is left out.' }),
    columns: Type.Array(ColumnPlan, { description: 'What becomes of each column.' }),
    failure: nullable(Type.String({ description: 'Why the upload failed.' })),
    undo: nullable(
      strictObject(
        {
          removed: count('Leads it had made, now deleted.'),
          restored: count('Leads it had changed, now as they were.'),
          kept: count('Leads that were changed or deleted since and stay as they are.'),
          finished: Type.Boolean({ description: 'Whether everything is taken back.' }),
        },
        { description: 'How far taking it back has come; null if nobody asked for it.' },
      ),
    ),
    created_at: Timestamp('When the upload began.'),
    completed_at: nullable(Timestamp('When the last row was worked.')),
  }),
);
export type Import = Static<typeof Import>;

const Problem = strictObject({
  column: nullable(Type.String({ description: 'Header of the column.' })),
  code: Type.String({ description: 'Machine-readable code.' }),
  message: Type.String({ description: 'What is wrong.' }),
});

export const SEVERITIES = ['error', 'warning'] as const;
export type Severity = (typeof SEVERITIES)[number];
const ROW_OUTCOMES = ['created', 'updated', 'reused', 'failed'] as const;
export type RowOutcome = (typeof ROW_OUTCOMES)[number];
const ImportRowProblems = strictObject({
  row: Type.Integer({ description: 'Which row, from 1, the header not counted.' }),
  line: nullable(Type.Integer({ description: 'The line of the file at which the row ends.' })),
  severity: oneOf(SEVERITIES, { description: '`error`: the row made no lead; `warning`: it did.' }),
  lead_id: nullable(Uuid('Its lead.')),
  problems: Type.Array(Problem, { description: 'What is wrong with it.' }),
});
export type ImportRowProblems = Static<typeof ImportRowProblems>;

const PreviewRow = strictObject({
  row: Type.Integer({ description: 'Which row, from 1.' }),
  outcome: oneOf(ROW_OUTCOMES, { description: 'What would become of it.' }),
  lead: nullable(JsonObject('The fields it would fill.')),
  problems: Type.Array(Problem, { description: 'Errors and warnings.' }),
});

/** What an import would do. */
export const ImportPreview = named(
  'ImportPreview',
  strictObject({
    rows: count('Rows of the file.'),
    created: count('Rows that would make a lead.'),
    updated: count('Rows that would change a known lead.'),
    reused: count('Rows whose lead is known and would be left as it is.'),
    failed: count('Rows that could not be taken.'),
    warnings: count('Things about the other rows that people should know.'),
    opted_out: count('Rows whose lead is opted out of at least one channel.'),
    encoding: strictObject(
      {
        name: oneOf(TEXT_ENCODINGS, { description: 'What the file was read in.' }),
        certain: Type.Boolean({
          description: 'False where nothing in the file names its encoding: check the samples.',
        }),
        samples: Type.Array(Type.String(), {
          description: 'Up to five cells with letters beyond ASCII, as they were read.',
        }),
      },
      { description: 'The encoding of the file. Import it with `encoding` if the samples are misread.' },
    ),
    columns: Type.Array(
      Type.Composite(
        [ColumnPlan, strictObject({ samples: Type.Array(Type.String(), { description: 'A few cells.' }) })],
        {
          additionalProperties: false,
        },
      ),
      { description: 'What would become of each column.' },
    ),
    first_rows: Type.Array(PreviewRow, { description: 'The first 20 rows.' }),
    errors: Type.Array(ImportRowProblems, { description: 'The first 200 rows with errors.' }),
  }),
);
export type ImportPreview = Static<typeof ImportPreview>;

const One = strictObject({ success: Success, import: Import });
const params = Type.Object({ id: Type.String({ description: 'The import.' }) });
const tag = 'Imports';
/** A slow line may take minutes for 50 MiB. */
const UPLOAD_MS = 10 * 60_000;

export const importLeadsContract = contract({
  operationId: 'importLeads',
  method: 'post',
  path: '/api/public/leads/import',
  tag,
  scope: 'leads:write',
  summary: 'Import leads from a CSV file.',
  description:
    'The file as `text/csv` with options in the query, or as `multipart/form-data`. Encoding and separator are found ' +
    'out. Answers once the file is stored; its rows are worked in the background: see GET /imports/{id}. Every row ' +
    'ends as created, updated, reused or failed.',
  query: Type.Object(asText),
  mediaTypes: { 'text/csv': Csv, 'multipart/form-data': Type.Object({ file: Csv, ...asText }) },
  idempotency: 'handler',
  deadlineMs: UPLOAD_MS,
  success: {
    202: One,
    200: strictObject({ success: Success, dry_run: Type.Literal(true), preview: ImportPreview }),
  },
  errors: [
    ...(['INVALID_DATE', 'INVALID_TIMEZONE', 'INVALID_PHONE'] as const),
    ...(['WORKFLOW_NOT_FOUND', 'WORKFLOW_NOT_PUBLISHED', 'WORKFLOW_PAUSED', 'CAMPAIGN_NOT_FOUND'] as const),
  ],
});

export const listImportsContract = contract({
  operationId: 'listImports',
  method: 'get',
  path: '/api/public/imports',
  tag,
  scope: 'leads:read',
  summary: 'List imports, newest first.',
  query: Type.Object({ ...PageQuery }),
  success: {
    200: strictObject({
      success: Success,
      imports: Type.Array(Import, { description: 'One page.' }),
      pagination: Pagination,
    }),
  },
  errors: [],
});

export const getImportContract = contract({
  operationId: 'getImport',
  method: 'get',
  path: '/api/public/imports/{id}',
  tag,
  scope: 'leads:read',
  summary: 'See how far an import is.',
  params,
  success: { 200: One },
  errors: ['IMPORT_NOT_FOUND'],
});

export const listImportErrorsContract = contract({
  operationId: 'listImportErrors',
  method: 'get',
  path: '/api/public/imports/{id}/errors',
  tag,
  scope: 'leads:read',
  summary: 'List the rows of an import with errors or warnings.',
  description:
    'As JSON in pages, or with `Accept: text/csv` all of them as one file that has the cells of the rows as well.',
  params,
  query: Type.Object({
    severity: Type.Optional(oneOf(SEVERITIES, { description: 'Only these.' })),
    ...PageQuery,
  }),
  answerTypes: { 'text/csv': Type.String({ description: 'One line for each row, formulas escaped.' }) },
  success: {
    200: strictObject({
      success: Success,
      errors: Type.Array(ImportRowProblems, { description: 'One page, by row.' }),
      pagination: Pagination,
    }),
  },
  errors: ['IMPORT_NOT_FOUND'],
});

export const cancelImportContract = contract({
  operationId: 'cancelImport',
  method: 'post',
  path: '/api/public/imports/{id}/cancel',
  tag,
  scope: 'leads:write',
  summary: 'Stop an import; the rows worked so far stay.',
  params,
  body: strictObject({}),
  bodyOptional: true,
  success: { 200: One },
  errors: ['IMPORT_NOT_FOUND', 'NOT_MODIFIABLE'],
});

export const undoImportContract = contract({
  operationId: 'undoImport',
  method: 'post',
  path: '/api/public/imports/{id}/undo',
  tag,
  scope: 'leads:delete',
  summary: 'Take an ended import back.',
  description:
    'Deletes the leads it made and restores those it changed, with their tags, and ends the enrolments it began. ' +
    'Leads that were changed since stay as they are, and so do consents.',
  params,
  body: strictObject({}),
  bodyOptional: true,
  success: { 202: One },
  errors: ['IMPORT_NOT_FOUND', 'NOT_MODIFIABLE'],
});
