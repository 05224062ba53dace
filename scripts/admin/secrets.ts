import { loadConfig, secretsOf } from '../../runtime/config.js';
import { countSealed, resealAll } from '../../services/operations/sealed-values.js';
import type { Commands } from './command.js';

/** Commands for master secrets and what they seal. */
export const SECRET_COMMANDS: Commands = {
  'secrets list': {
    does: 'count the stored credentials per master secret; a secret with none can be removed',
    columns: ['secret', 'key_id', 'sealed'],
    run: ({ db }) => countSealed(db, secretsOf(loadConfig())),
  },
  'secrets reseal': {
    does: 're-encrypt all stored credentials with LAS_SECRET while the service runs; can be repeated at any time',
    run: ({ db }) => resealAll(db, secretsOf(loadConfig())),
    isBad: (result) => (result as Awaited<ReturnType<typeof resealAll>>).unreadable.length > 0,
  },
};
