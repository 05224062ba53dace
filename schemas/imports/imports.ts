import {
  described,
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

export const FILE_TYPES = ['csv', 'xlsx', 'ndjson'] as const;
export type FileType = (typeof FILE_TYPES)[number];

const IMPORT_STATUSES = [
  ...(['uploading', 'queued', 'running', 'completed'] as const),
  ...(['cancelled', 'failed', 'undone'] as const),
] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

const count = (description: string) => Type.Integer({ minimum: 0, description });
const text = (maxLength: number, description?: string) =>
  optional(Type.String({ minLength: 1, maxLength, ...described(description) }));
const consent = optional(oneOf(CONSENT_STATES, { description: 'Consent for this channel.' }));

/** Values for rows that leave a field empty. */
export const ImportDefaults = strictObject(
  {
    last_name: text(200),
    source: text(100, 'Source of the leads. Used if neither the row nor the defaults have one. Defaults to `import`.'),
    company: text(200),
    title: text(200, 'Job title.'),
    timezone: text(64, 'IANA time zone, such as `Europe/Madrid`.'),
    country: text(100, 'Country, also used to parse national phone numbers.'),
    owner_id: optional(Uuid('ID of the user who owns the leads.')),
    campaign_id: optional(Uuid('ID of the campaign of the leads.')),
    consent: optional(strictObject({ whatsapp: consent, email: consent, call: consent, sms: consent })),
    metadata: optional(JsonObject('Metadata for rows that lack these keys.')),
    tags: optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
        maxItems: MAX_TAGS,
        description: 'Tags for all leads.',
      }),
    ),
  },
  { description: 'Values for rows with an empty field. `tags` are added to those of the row.' },
);
export type ImportDefaults = Static<typeof ImportDefaults>;

const MAPPING = 'JSON object with the targets of the columns, by header. Unmapped columns are guessed.';
const DEFAULTS =
  'JSON object with values for rows with an empty field, such as `{"source": "Fair", "tags": ["fair"]}`.';
const POLICY = 'Action for existing leads and for duplicates in the file. Defaults to `update`.';
const DRY_RUN = 'Whether to only preview the import.';
const AGENT = 'ID of the agent to enroll the leads in.';
const SKIP = 'Whether to skip the first message or call of the cadence.';
const ENCODING = 'Encoding of the file. Detected if omitted. In a form, this field must precede the file.';
const SHEET =
  'Sheet of a spreadsheet, by name or position from 1. Defaults to the first visible sheet with rows. In a ' +
  'form, this field must precede the file.';
const HEADER_LINE =
  'Line of a text file, or row of a spreadsheet, with the column names. Detected if omitted. In a form, ' +
  'this field must precede the file.';
const DATE_ORDER = "Order of ambiguous dates such as `03/04/2026`, if the file doesn't determine it.";
const DATE_ORDERS = ['day_first', 'month_first'] as const;
const MAX_LINE = 10_000_000;
const FILE_NAME = 'File name, shown in lists.';

/** The options of an import, after query and form are read. */
export const ImportOptions = strictObject({
  encoding: optional(oneOf(TEXT_ENCODINGS, { description: ENCODING })),
  sheet: optional(Type.String({ minLength: 1, maxLength: 100, description: SHEET })),
  header_line: optional(Type.Integer({ minimum: 1, maximum: MAX_LINE, description: HEADER_LINE })),
  date_order: optional(oneOf(DATE_ORDERS, { description: DATE_ORDER })),
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
  sheet: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: SHEET })),
  header_line: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_LINE, description: HEADER_LINE })),
  date_order: Type.Optional(oneOf(DATE_ORDERS, { description: DATE_ORDER })),
  mapping: Type.Optional(Type.String({ minLength: 2, maxLength: 65_536, description: MAPPING })),
  defaults: Type.Optional(Type.String({ minLength: 2, maxLength: 65_536, description: DEFAULTS })),
  on_duplicate: Type.Optional(oneOf(DUPLICATE_POLICIES, { description: POLICY })),
  dry_run: Type.Optional(Type.Boolean({ description: DRY_RUN })),
  workflow_id: Type.Optional(Uuid(AGENT)),
  skip_first_message: Type.Optional(Type.Boolean({ description: SKIP })),
  file_name: Type.Optional(Type.String({ minLength: 1, maxLength: 255, description: FILE_NAME })),
};
const upload = (description: string) => Type.String({ format: 'binary', description });
const File = upload(
  'A CSV file with a header row or JSON lines, at most 50 MiB, or an XLSX spreadsheet, at most 20 MiB.',
);
/** The media types of a body that is a file. */
export const FILE_MEDIA_TYPES = [
  ...(['text/csv', 'application/x-ndjson', 'application/jsonl'] as const),
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' as const,
] as const;

const ImportFile = strictObject(
  {
    type: oneOf(FILE_TYPES, { description: 'Type of the content, regardless of the file name.' }),
    encoding: nullable(oneOf(TEXT_ENCODINGS, { description: 'Encoding of a text file.' })),
    encoding_certain: Type.Boolean({
      description: 'Whether the encoding is certain. False if nothing in the file determines it.',
    }),
    delimiter: nullable(Type.String({ description: 'Delimiter of a CSV file.' })),
    sheet: nullable(Type.String({ description: 'Name of the sheet.' })),
    header_line: nullable(Type.Integer({ description: 'Line with the column names. Earlier lines are skipped.' })),
    footer_lines: Type.Array(Type.Integer(), {
      description: 'Number of skipped lines after the last row, such as totals.',
    }),
  },
  { description: 'Interpretation of the file.' },
);
export type ImportFile = Static<typeof ImportFile>;

const ColumnPlan = strictObject({
  header: Type.String(),
  to: Type.String({
    description:
      'Target: a lead field, `metadata.<key>`, `tags`, `consent.<channel>`, `opt_out.<channel>` or `ignore`.',
  }),
  type: oneOf(['text', 'number', 'date'] as const, { description: 'Type of the values.' }),
  date_order: nullable(Type.String({ description: 'Order of ambiguous dates: `day_first` or `month_first`.' })),
  guessed: Type.Boolean({
    description: 'Whether the target was guessed from the header. False if the mapping specified it.',
  }),
  fallback_for: nullable(
    oneOf(['email', 'phone'] as const, {
      description: 'Field that uses this column in rows without a valid value of their own.',
    }),
  ),
  warning: nullable(Type.String({ description: 'Warning about the column. Null if there is none.' })),
});

/** An import as the API answers it. */
export const Import = named(
  'Import',
  strictObject({
    id: Uuid(),
    status: oneOf(IMPORT_STATUSES),
    file_name: nullable(Type.String()),
    rows: count('Number of rows without the header.'),
    created: count('Number of rows that created a lead.'),
    updated: count('Number of rows that updated an existing lead.'),
    reused: count('Number of rows whose existing lead was left unchanged.'),
    failed: count('Number of rows that failed. To get the errors, use GET /imports/{id}/errors.'),
    warnings: count('Number of warnings about other rows. They are listed there too.'),
    remaining: count(
      "Number of rows that aren't processed, or that were never processed because the import was cancelled.",
    ),
    progress: Type.Number({ minimum: 0, maximum: 1, description: 'Progress from 0 to 1.' }),
    on_duplicate: oneOf(DUPLICATE_POLICIES, { description: 'Action for existing leads.' }),
    workflow_id: nullable(Uuid('ID of the agent that the leads are enrolled in. Null to enroll none.')),
    skip_first_message: Type.Boolean({ description: 'Whether the first message or call of the cadence is skipped.' }),
    file: nullable(ImportFile),
    columns: Type.Array(ColumnPlan, { description: 'Targets of the columns.' }),
    failure: nullable(Type.String({ description: 'Reason why the upload failed.' })),
    undo: nullable(
      strictObject(
        {
          removed: count('Number of created leads that were deleted.'),
          restored: count('Number of updated leads that were restored.'),
          kept: count('Number of leads that were skipped, because they have changed since then or were deleted.'),
          sent: count('Number of messages that were sent to these leads since the import. They stay sent.'),
          by: nullable(Uuid('ID of the user who requested the undo. Null for an API key.')),
          finished: Type.Boolean({ description: 'Whether the undo is complete.' }),
        },
        { description: "Progress of the undo. Null if it wasn't requested." },
      ),
    ),
    created_at: Timestamp('Start of the upload.'),
    completed_at: nullable(Timestamp('Time at which the last row was processed.')),
  }),
);
export type Import = Static<typeof Import>;

const Problem = strictObject({
  column: nullable(Type.String({ description: 'Header of the column.' })),
  code: Type.String({ description: 'Error or warning code.' }),
  message: Type.String({ description: 'Description of the problem.' }),
});

export const SEVERITIES = ['error', 'warning'] as const;
export type Severity = (typeof SEVERITIES)[number];
const ROW_OUTCOMES = ['created', 'updated', 'reused', 'failed'] as const;
export type RowOutcome = (typeof ROW_OUTCOMES)[number];
const ImportRowProblems = strictObject({
  row: Type.Integer({ description: 'Number of the row, from 1, without the header.' }),
  line: nullable(Type.Integer({ description: 'Line of the file on which the row ends.' })),
  severity: oneOf(SEVERITIES, { description: '`error`: the row was rejected. `warning`: the row was imported.' }),
  lead_id: nullable(Uuid('ID of the lead that the row created or updated. Null if the row was skipped.')),
  problems: Type.Array(Problem),
});
export type ImportRowProblems = Static<typeof ImportRowProblems>;

const PreviewRow = strictObject({
  row: Type.Integer({ description: 'Number of the row, from 1.' }),
  outcome: oneOf(ROW_OUTCOMES, { description: 'Expected outcome of the row.' }),
  lead: nullable(JsonObject('Fields of the lead.')),
  problems: Type.Array(Problem, { description: 'Errors and warnings.' }),
});

/** The changes that an import would make. */
export const ImportPreview = named(
  'ImportPreview',
  strictObject({
    rows: count('Number of rows.'),
    created: count('Number of rows that would create a lead.'),
    updated: count('Number of rows that would update an existing lead.'),
    reused: count('Number of rows whose existing lead would be left unchanged.'),
    failed: count('Number of rows that would fail.'),
    warnings: count('Number of warnings about other rows.'),
    opted_out: count('Number of rows whose lead is opted out of at least one channel.'),
    encoding: strictObject(
      {
        name: oneOf(TEXT_ENCODINGS),
        certain: Type.Boolean({
          description: 'Whether the encoding is certain. If false, check the samples.',
        }),
        samples: Type.Array(Type.String(), {
          description: 'Up to five cells with non-ASCII characters, as decoded.',
        }),
      },
      { description: 'Encoding of the file. If the samples look wrong, set `encoding` for the import.' },
    ),
    file: ImportFile,
    sheets: Type.Array(Type.String(), {
      description: 'The names of the sheets of a spreadsheet, in the order of the file; empty for other files.',
    }),
    columns: Type.Array(
      Type.Composite(
        [
          ColumnPlan,
          strictObject({ samples: Type.Array(Type.String(), { description: 'Sample cells of the column.' }) }),
        ],
        {
          additionalProperties: false,
        },
      ),
      { description: 'Targets of the columns.' },
    ),
    first_rows: Type.Array(PreviewRow, { description: 'The first 20 rows.' }),
    errors: Type.Array(ImportRowProblems, { description: 'The first 200 rows with errors.' }),
    warning_groups: Type.Array(
      strictObject({
        column: nullable(Type.String({ description: 'Header of the column; null for the whole row.' })),
        code: Type.String({ description: 'Machine-readable code.' }),
        message: Type.String({ description: 'The first of these warnings.' }),
        count: count('Number of these warnings.'),
        lines: Type.Array(Type.Integer(), { description: 'The lines of the first ten.' }),
      }),
      { description: 'Warnings by column and code, at most 100 groups.' },
    ),
  }),
);
export type ImportPreview = Static<typeof ImportPreview>;

const One = strictObject({ success: Success, import: Import });
const params = Type.Object({ id: Type.String() });
const tag = 'Imports';
/** A slow line may take minutes for 50 MiB. */
const UPLOAD_MS = 10 * 60_000;

export const importLeadsContract = contract({
  operationId: 'importLeads',
  method: 'post',
  path: '/api/public/leads/import',
  tag,
  scope: 'leads:write',
  summary: 'Import leads from a CSV file, a spreadsheet or JSON lines.',
  description:
    'Send the file as `text/csv`, `application/x-ndjson` or XLSX with options in the query, or as ' +
    '`multipart/form-data`. The content determines how the file is read; encoding, delimiter and header are ' +
    'detected. The response is sent when the file is stored, and its rows are processed in the background. ' +
    'To follow the progress, use GET /imports/{id}. Each row ends as created, updated, reused or failed.',
  query: Type.Object(asText),
  mediaTypes: {
    ...Object.fromEntries(FILE_MEDIA_TYPES.map((type) => [type, File])),
    // Generated clients send the fields in this order, and the file is read with the fields before it.
    'multipart/form-data': Type.Object({ ...asText, file: File }),
  },
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
      imports: Type.Array(Import, { description: 'One page of results.' }),
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
  summary: 'Get an import with its progress.',
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
  description: 'Returns JSON in pages. With `Accept: text/csv`, returns all rows as one file, including their cells.',
  params,
  query: Type.Object({
    severity: Type.Optional(oneOf(SEVERITIES, { description: 'Returns only errors or only warnings.' })),
    ...PageQuery,
  }),
  answerTypes: { 'text/csv': Type.String({ description: 'One line per row. Formulas are escaped.' }) },
  success: {
    200: strictObject({
      success: Success,
      errors: Type.Array(ImportRowProblems, { description: 'One page of problems, ordered by row.' }),
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
  summary: 'Cancel an import. Processed rows are kept.',
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
  summary: 'Undo a finished import.',
  description:
    'Deletes created leads, restores updated ones with their tags, and ends the runs that the import ' +
    "started. Leads that have changed since then, and consents, aren't changed.",
  params,
  body: strictObject({}),
  bodyOptional: true,
  success: { 202: One },
  errors: ['IMPORT_NOT_FOUND', 'NOT_MODIFIABLE'],
});
