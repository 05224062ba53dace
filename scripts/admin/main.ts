import { administer } from './administer.js';

process.exitCode = await administer(process.argv.slice(2), process.env.DATABASE_URL, {
  output: process.stdout,
  errors: process.stderr,
});
