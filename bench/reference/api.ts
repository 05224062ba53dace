import express from 'express';
import { createPool, type PoolConnection, type ResultSetHeader } from 'mysql2/promise';
import { newId } from '../../runtime/ids.js';

// The statements of ours, written out; nothing around them that a service needs.
const COUNT = `INSERT INTO rate_counters (api_key_id, minute, n)
     SELECT id, FLOOR(UNIX_TIMESTAMP() / 60), LAST_INSERT_ID(60 + MOD(UNIX_TIMESTAMP(), 60)) DIV 60
       FROM api_keys WHERE id = ? AND revoked_at IS NULL
     ON DUPLICATE KEY UPDATE
       n = LAST_INSERT_ID(IF(minute = VALUES(minute), n + 1, 1) * 60 + MOD(UNIX_TIMESTAMP(), 60)) DIV 60,
       minute = VALUES(minute)`;
const CLAIM =
  'INSERT INTO lead_identities (account_id, identity) VALUES (?, ?), (?, ?) ON DUPLICATE KEY UPDATE seen = seen + 1';
const LEAD = `INSERT INTO leads (id, account_id, first_name, last_name, email, phone, source, company, title, timezone, country,
  owner_id, external_id, consent_whatsapp, consent_email, consent_call, consent_sms, metadata, campaign_id, import_id, version,
  created_at, updated_at, hidden, erased_at) VALUES (?)`;
const EVENT =
  'INSERT INTO events (id, account_id, type, lead_id, agent_run_id, data, origin_kind, origin_id, origin_depth, created_at) VALUES (?)';

const pool = createPool({
  uri: process.env.DATABASE_URL ?? '',
  connectionLimit: 30,
  timezone: 'Z',
  charset: 'utf8mb4',
});
pool.pool.on('connection', (connection) => {
  connection.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED');
});
const accountId = process.env.BENCH_ACCOUNT ?? '';
const keyId = process.env.BENCH_KEY ?? '';

async function inTransaction(work: (connection: PoolConnection) => Promise<void>): Promise<void> {
  const connection = await pool.getConnection();
  try {
    await connection.beginTransaction();
    await work(connection);
    await connection.commit();
  } catch (error) {
    await connection.rollback();
    throw error;
  } finally {
    connection.release();
  }
}

const app = express();
app.disable('x-powered-by');
app.use(express.json());
app.get('/readyz', (_req, res) => void res.end());

app.get('/count', async (_req, res) => {
  const [counted] = await pool.query<ResultSetHeader>(COUNT, [keyId]);
  res.json({ success: true, count: Math.floor(counted.insertId / 60) });
});

app.post('/leads', async (req, res) => {
  const { first_name, email, phone, external_id } = req.body;
  await pool.query(COUNT, [keyId]);
  const id = newId();
  const now = new Date();
  await inTransaction(async (connection) => {
    await connection.query(CLAIM, [accountId, Buffer.from(email).subarray(0, 32), accountId, Buffer.from(phone)]);
    const none = null;
    await connection.query(LEAD, [
      [id, accountId, first_name, none, email, phone, 'api', none, none, none, none, none, external_id ?? none]
        .concat(['unknown', 'unknown', 'unknown', 'unknown', '{}', none, none])
        .concat([1, now, now, 0, none] as never[]),
    ]);
    await connection.query(EVENT, [
      [
        newId(),
        accountId,
        'lead.created',
        id,
        none,
        '{"source":"api","campaign_id":null,"import_id":null}',
        'api',
        keyId,
        0,
        now,
      ],
    ]);
  });
  res.status(201).json({
    success: true,
    lead: {
      id,
      first_name,
      last_name: null,
      email,
      phone,
      source: 'api',
      version: 1,
      created_at: now,
      updated_at: now,
    },
  });
});

const ROWS = 'INSERT INTO bench_rows (run_id, step, at_ms) VALUES ?';
const OWN = 'SELECT * FROM bench_rows WHERE run_id = ? ORDER BY id LIMIT 40';

// As many statements as a turn in a chat takes, in the same order, on rows that hold next to nothing.
app.post('/turn', async (req, res) => {
  const { session_id } = req.body;
  const rows = (n: number) => [Array.from({ length: n }, (_, step) => [session_id, step, Date.now()])];
  await pool.query(OWN, [accountId]);
  await pool.query(OWN, [session_id]);
  await pool.query(ROWS, rows(1));
  await inTransaction(async (connection) => {
    const [proof] = await connection.query<ResultSetHeader>(ROWS, rows(1));
    await connection.query('SELECT * FROM bench_rows WHERE id = ? FOR UPDATE', [proof.insertId]);
    await connection.query(OWN, [session_id]);
    await connection.query(ROWS, rows(2));
    await connection.query(ROWS, rows(1));
    await connection.query(ROWS, rows(3));
    await connection.query('UPDATE bench_rows SET at_ms = ? WHERE id = ?', [Date.now(), proof.insertId]);
  });
  res.json({ success: true, session_id, messages: [{ role: 'assistant', text: 'How many rooms?' }] });
});

const server = app.listen(Number(process.env.PORT), '127.0.0.1');
process.on('SIGTERM', () => {
  server.close();
  process.exit(0);
});
