import type { Knex } from 'knex';

/** The windows that are open: of each lead and the number that it wrote to within the last day. Repeatable. */
export const up = (db: Knex) =>
  db.raw(`INSERT IGNORE INTO whatsapp_windows (lead_id, number_id, account_id, expires_at)
SELECT m.lead_id, m.sender_id, m.account_id, MAX(m.sent_at) + INTERVAL 24 HOUR
  FROM messages m JOIN lead_engagement e ON e.lead_id = m.lead_id
 WHERE m.direction = 'inbound' AND m.channel = 'whatsapp' AND m.type <> 'system' AND m.sender_id IS NOT NULL
   AND e.whatsapp_window_expires_at > UTC_TIMESTAMP(3)
 GROUP BY m.lead_id, m.sender_id, m.account_id`);

export const down = (db: Knex) => db('whatsapp_windows').delete();
