import { nullable, strictObject, Type, Uuid } from './common.js';

/** The related objects that lists can include. */
export const INCLUDES = ['lead', 'workflow'] as const;

/** The query parameter of lists that answer ids of leads and workflows. */
export const IncludeQuery = {
  include: Type.Optional(
    Type.String({
      maxLength: 50,
      description: 'Comma-separated list of `lead` and `workflow`. Adds their names to `included`.',
    }),
  ),
};

/** The names for the IDs of a page. */
export const Included = Type.Optional(
  strictObject(
    {
      leads: Type.Optional(
        Type.Array(
          strictObject({
            id: Uuid(),
            name: Type.String({ description: 'First and last name.' }),
            company: nullable(Type.String({ description: 'Company of the lead, or null if unknown.' })),
          }),
          { description: 'Leads of this page, each once. Deleted leads are omitted.' },
        ),
      ),
      workflows: Type.Optional(
        Type.Array(strictObject({ id: Uuid(), name: Type.String() }), {
          description: 'Workflows of this page, each once.',
        }),
      ),
    },
    { description: 'Names of the related resources. Present if requested with `include`.' },
  ),
);
