import { FILE } from '../imports.js';
import { at, one, PUBLIC, type Requests, resource } from './ask.js';

export const importsRequests: Requests = {
  importLeads: async () => ({ path: `${PUBLIC}/leads/import`, body: FILE, headers: { 'content-type': 'text/csv' } }),
  listImports: at('/imports'),
  getImport: resource((fixture) => fixture.waitingImport(), 'imports'),
  listImportErrors: one(
    (fixture) => fixture.waitingImport(),
    (id) => `/imports/${id}/errors`,
  ),
  cancelImport: one(
    (fixture) => fixture.waitingImport(),
    (id) => `/imports/${id}/cancel`,
  ),
  undoImport: one(
    (fixture) => fixture.doneImport(),
    (id) => `/imports/${id}/undo`,
  ),
};
