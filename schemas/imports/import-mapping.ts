import { type Static, Type } from '@sinclair/typebox';

const Target = Type.String({
  pattern:
    '^(first_name|last_name|full_name|email|phone|company|title|source|timezone|country|owner_id|external_id|id|tags|metadata|ignore|consent\\.(email|whatsapp|call|sms)|opt_out\\.(email|whatsapp|call|sms|all)|metadata\\.[^\\x00-\\x1f]{1,100})$',
  description:
    'A lead column (`first_name`, `email`, ...), `full_name` (split into both names), `id` (a lead of the account), `tags`, `consent.<channel>`, `opt_out.<channel>` or `opt_out.all` (a yes opts the lead out, a no says nothing), `metadata` (a JSON object), `metadata.<key>` or `ignore`.',
});

/** How one column of a file is read. */
export const ColumnMapping = Type.Object(
  {
    to: Target,
    type: Type.Optional(
      Type.Unsafe<'text' | 'number' | 'date' | null>({
        enum: ['text', 'number', 'date', null],
        description:
          'For metadata: `number` reads amounts such as `9k` or `$15,000`, `date` reads dates; default `text`.',
      }),
    ),
    date_order: Type.Optional(
      Type.Unsafe<'day_first' | 'month_first' | null>({
        enum: ['day_first', 'month_first', null],
        description: 'What `03/04/2026` means in this column, where the file itself does not decide it.',
      }),
    ),
  },
  { additionalProperties: false, description: 'How one column of the file is read.' },
);

/** The columns of a file by their headers; those left out are guessed. */
export const ImportMapping = Type.Record(
  Type.String(),
  Type.Union([Target, ColumnMapping, Type.Null({ description: 'Leaves the column out, like `ignore`.' })]),
  { description: 'Header of the file -> where its cells go. Columns left out are guessed, the rest goes to metadata.' },
);

export type ColumnMapping = Static<typeof ColumnMapping>;
export type ImportMapping = Static<typeof ImportMapping>;
