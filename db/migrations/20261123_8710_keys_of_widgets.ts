import type { Knex } from 'knex';

/**
 * Ends widget keys that belong to no widget. Where keys may stand is kept with their widgets; the columns that keys had
 * for it stay while the release before still writes them.
 */
export const up = (db: Knex) =>
  db.raw(
    `UPDATE api_keys SET revoked_at = UTC_TIMESTAMP(3)
     WHERE kind = 'pub' AND revoked_at IS NULL AND id NOT IN (SELECT key_id FROM widgets)`,
  );

/** Keys that were ended stay so. */
export const down = async (): Promise<void> => undefined;
