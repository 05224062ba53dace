import { Type } from '../common.js';

/** The step in another version at which runs of a step continue. */
export const StepMoves = Type.Record(
  Type.String({ pattern: '^.{1,64}$' }),
  Type.String({ minLength: 1, maxLength: 64, description: 'Key of the step in the new version.' }),
  {
    maxProperties: 200,
    description: 'Mapping of old step keys to new ones. Unmapped runs stay at the step with the same key.',
  },
);
