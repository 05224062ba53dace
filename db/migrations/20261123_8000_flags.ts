import type { Knex } from 'knex';

/** Makes each flag TINYINT(1), by which the driver knows one; the baselines have some as plain TINYINT. */
export const up = (db: Knex) => modifyAll(db, 'TINYINT(1)');
export const down = (db: Knex) => modifyAll(db, 'TINYINT');

async function modifyAll(db: Knex, type: string): Promise<void> {
  const modify = (table: string, ...columns: string[]) =>
    db.raw(`ALTER TABLE ${table} ${columns.map((column) => `MODIFY ${column}`).join(', ')}`);
  await modify('calls', `answered ${type} NULL`, `successful ${type} NULL`);
  await modify('email_senders', `track_opens ${type} NOT NULL DEFAULT 0`, `track_clicks ${type} NOT NULL DEFAULT 0`);
  await modify('hosts', `is_active ${type} NOT NULL DEFAULT 1`);
  await modify('meeting_types', `invite_by_default ${type} NOT NULL DEFAULT 0`);
  await modify(
    'meetings',
    `confirmed_by_lead ${type} NOT NULL DEFAULT 0`,
    `invite_lead ${type} NOT NULL DEFAULT 0`,
    `is_booking ${type} NOT NULL`,
  );
  await modify('whatsapp_numbers', `is_default ${type} NOT NULL DEFAULT 0`);
}
