import { workNextRows } from '../../services/imports/run.js';
import { undoNextLeads } from '../../services/imports/undo.js';
import type { TestAccount, TestApi } from './api.js';
import { workOn } from './work.js';

/** A small file of two people. */
export const FILE = ['First Name,Email,Phone', 'Ana,ana@example.com,', 'Bo,bo@example.com,+34600111222', ''].join('\n');

/** Sends a file as `text/csv`. */
export const sendCsv = (account: TestAccount, file: string, query: Record<string, string> = {}) =>
  account.request('post', '/leads/import').query(query).set('Content-Type', 'text/csv').send(file);

/** Works an import to its end, as its workflow would. */
export async function workAll(api: TestApi, importId: string): Promise<void> {
  while (!(await workNextRows(workOn(api.db), importId)).finished);
}

/** Undoes an import to its end, as its workflow would. */
export async function undoAll(api: TestApi, importId: string): Promise<void> {
  while (!(await undoNextLeads(workOn(api.db), importId)).finished);
}

/** Imports a file to its end and answers what the API says of it then. */
export async function imported(api: TestApi, account: TestAccount, file: string, query: Record<string, string> = {}) {
  const { body } = await sendCsv(account, file, query).expect(202);
  await workAll(api, body.import.id);
  return (await account.request('get', `/imports/${body.import.id}`)).body.import;
}

/** The account's leads, the oldest first. */
export const leadsOf = async (account: TestAccount) =>
  (await account.request('get', '/leads').query({ order: 'asc', limit: '200' })).body.leads;

/** The account's imports, the newest first. */
export const importsOf = async (account: TestAccount) => (await account.request('get', '/imports')).body.imports;
