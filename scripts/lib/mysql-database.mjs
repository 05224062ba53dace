async function onServer(url, work) {
  const { createConnection } = await import('mysql2/promise');
  const target = new URL(url);
  const name = decodeURIComponent(target.pathname.slice(1));
  target.pathname = '/';
  const connection = await createConnection({ uri: target.href, connectTimeout: 5000 });
  try {
    await work(connection, `\`${name.replaceAll('`', '``')}\``);
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

/** The database of the tests: beside the one a URL names, never that one itself. */
export function testDatabaseUrl(url) {
  const target = new URL(url);
  const name = target.pathname.slice(1) || 'las';
  target.pathname = `/${name.endsWith('_test') ? name : `${name}_test`}`;
  return target.href;
}
