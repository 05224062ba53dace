import { newId } from '../../../runtime/ids.js';
import { MODEL } from '../account-fixture.js';
import { at, PUBLIC, type Requests, resource } from './ask.js';

export const modelsRequests: Requests = {
  listModels: at('/models'),
  createModel: async () => ({ path: `${PUBLIC}/models`, body: { key: `m-${newId()}`, ...MODEL } }),
  getModel: resource((fixture) => fixture.model(), 'models'),
  updateModel: resource((fixture) => fixture.model(), 'models', { name: 'Renamed' }),
  deleteModel: resource((fixture) => fixture.model(), 'models'),
  getModelUsage: at('/model-usage'),
};
