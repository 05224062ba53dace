import { FILE } from '../imports.js';
import { at, one, PUBLIC, type Requests, resource } from './ask.js';

export const importsRequests: Requests = {
  importLeads: async () => ({ path: `${PUBLIC}/leads/import`, body: FILE, headers: { 'content-type': 'text/csv' } }),
  listImports: at('/imports'),
  getImport: resource((world) => world.waitingImport(), 'imports'),
  listImportErrors: one(
    (world) => world.waitingImport(),
    (id) => `/imports/${id}/errors`,
  ),
  cancelImport: one(
    (world) => world.waitingImport(),
    (id) => `/imports/${id}/cancel`,
  ),
  undoImport: one(
    (world) => world.doneImport(),
    (id) => `/imports/${id}/undo`,
  ),
};
