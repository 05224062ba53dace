import { nullable, strictObject, Type, Uuid } from './common.js';

/** What lists can name beside ids. */
export const INCLUDES = ['lead', 'workflow'] as const;

/** The query parameter of lists that answer ids of leads and workflows. */
export const IncludeQuery = {
  include: Type.Optional(
    Type.String({
      maxLength: 50,
      description:
        '`lead`, `workflow` or both, comma-separated: `included` then says what those of the page are called.',
    }),
  ),
};

const Named = (what: string) =>
  strictObject({ id: Uuid(what), name: Type.String({ description: 'What it is called.' }) });

/** What the ids of a page are called. */
export const Included = Type.Optional(
  strictObject(
    {
      leads: Type.Optional(
        Type.Array(
          strictObject({
            id: Uuid('The lead.'),
            name: Type.String({ description: 'First and last name.' }),
            company: nullable(Type.String({ description: 'Its company.' })),
          }),
          { description: 'The leads of this page, each once; deleted ones are left out.' },
        ),
      ),
      workflows: Type.Optional(
        Type.Array(Named('The workflow.'), { description: 'The workflows of this page, each once.' }),
      ),
    },
    { description: 'Given where `include` asks for it.' },
  ),
);
