import { type Static, Type } from '@sinclair/typebox';

const Target = Type.String({
  pattern:
    '^(first_name|last_name|full_name|email|phone|company|title|source|timezone|country|owner_id|external_id|deal_value|deal_currency|id|tags|metadata|ignore|consent\\.(email|whatsapp|call|sms)|opt_out\\.(email|whatsapp|call|sms|all)|metadata\\.[^\\x00-\\x1f]{1,100})$',
  description:
    'Target of the column: a lead field (`first_name`, `email`, ...), `full_name` (split into first and last ' +
    'name), `id` (a lead of the account), `tags`, `consent.<channel>`, `opt_out.<channel>` or `opt_out.all` ' +
    '(yes opts the lead out, no has no effect), `metadata` (a JSON object), `metadata.<key>` or `ignore`.',
});

/** The reading of one column of a file. */
export const ColumnMapping = Type.Object(
  {
    to: Target,
    type: Type.Optional(
      Type.Unsafe<'text' | 'number' | 'date' | null>({
        enum: ['text', 'number', 'date', null],
        description:
          'Type of a metadata column: `number` parses amounts such as `9k` or `$15,000`, and `date` parses dates. ' +
          'Defaults to `text`.',
      }),
    ),
    date_order: Type.Optional(
      Type.Unsafe<'day_first' | 'month_first' | null>({
        enum: ['day_first', 'month_first', null],
        description: "Order of ambiguous dates such as `03/04/2026` in this column, if the file doesn't determine it.",
      }),
    ),
  },
  { additionalProperties: false, description: 'Interpretation of a column of the file.' },
);

/** The columns of a file by their headers; those left out are guessed. */
export const ImportMapping = Type.Record(
  Type.String(),
  Type.Union([Target, ColumnMapping, Type.Null({ description: 'Skips the column, like `ignore`.' })]),
  { description: 'Targets of the columns, by header. Unmapped columns are guessed, or stored in metadata.' },
);

export type ColumnMapping = Static<typeof ColumnMapping>;
export type ImportMapping = Static<typeof ImportMapping>;
