/** The quoted name of the database that a URL names. */
const nameIn = (url) => `\`${decodeURIComponent(new URL(url).pathname.slice(1)).replaceAll('`', '``')}\``;

async function onServer(url, work) {
  const { createConnection } = await import('mysql2/promise');
  const target = new URL(url);
  target.pathname = '/';
  const connection = await createConnection({ uri: target.href, connectTimeout: 5000 });
  try {
    await work(connection, nameIn(url));
  } finally {
    connection.destroy();
  }
}

const create = (connection, name) =>
  connection.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`);

/** Makes the database a URL names. */
export const createDatabase = (url) => onServer(url, create);

/** Makes the database a URL names, empty, whatever it held before. */
export const recreateDatabase = (url) =>
  onServer(url, async (connection, name) => {
    await connection.query(`DROP DATABASE IF EXISTS ${name}`);
    await create(connection, name);
  });

/** Makes the database that `to` names, with what the one of `from` on the same server holds, whatever it held before. */
export async function copyDatabase(from, to) {
  await recreateDatabase(to);
  await onServer(from, async (connection, source) => {
    const target = nameIn(to);
    const [tables] = await connection.query(`SHOW TABLES FROM ${source}`);
    for (const table of tables.flatMap((row) => Object.values(row))) {
      await connection.query(`CREATE TABLE ${target}.\`${table}\` LIKE ${source}.\`${table}\``);
      const [rows] = await connection.query(`SELECT 1 FROM ${source}.\`${table}\` LIMIT 1`);
      if (rows.length > 0)
        await connection.query(`INSERT INTO ${target}.\`${table}\` SELECT * FROM ${source}.\`${table}\``);
    }
  });
}

/** The database of the tests, next to the one of a URL, never that one itself. */
export function testDatabaseUrl(url) {
  const target = new URL(url);
  const name = target.pathname.slice(1) || 'las';
  target.pathname = `/${name.endsWith('_test') ? name : `${name}_test`}`;
  return target.href;
}
