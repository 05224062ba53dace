import { newId } from '../../../runtime/ids.js';
import { MODEL } from '../world.js';
import { at, PUBLIC, type Requests, resource } from './ask.js';

export const modelsRequests: Requests = {
  listModels: at('/models'),
  createModel: async () => ({ path: `${PUBLIC}/models`, body: { key: `m-${newId()}`, ...MODEL } }),
  getModel: resource((world) => world.model(), 'models'),
  updateModel: resource((world) => world.model(), 'models', { name: 'Renamed' }),
  deleteModel: resource((world) => world.model(), 'models'),
  getModelUsage: at('/model-usage'),
};
