import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`ALTER TABLE templates
  ADD COLUMN waba_id VARCHAR(64) CHARACTER SET ascii NOT NULL DEFAULT '',
  ADD COLUMN provider_template_id VARCHAR(64) CHARACTER SET ascii NULL,
  ADD COLUMN rejected_reason VARCHAR(500) NULL,
  DROP KEY templates_name,
  ADD UNIQUE KEY templates_name (account_id, channel, waba_id, name, language)`);

export const down = (db: Knex) =>
  db.raw(`ALTER TABLE templates
  DROP KEY templates_name,
  DROP COLUMN waba_id,
  DROP COLUMN provider_template_id,
  DROP COLUMN rejected_reason,
  ADD UNIQUE KEY templates_name (account_id, channel, name, language)`);
