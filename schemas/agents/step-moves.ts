import { Type } from '../common.js';

/** Where runs at a step go on in another version. */
export const StepMoves = Type.Record(
  Type.String({ pattern: '^.{1,64}$' }),
  Type.String({ minLength: 1, maxLength: 64, description: 'The step of the new version.' }),
  {
    maxProperties: 200,
    description:
      'Where runs at a step go on: new steps by old ones. They stay at the step of the same key if not named.',
  },
);
