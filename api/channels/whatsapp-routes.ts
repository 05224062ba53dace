import type { ApiDependencies } from '../dependencies.js';
import type { Route } from '../http/route.js';
import { getWhatsAppNumberRoute, listWhatsAppNumbersRoute } from './read-whatsapp-numbers.js';
import { setWhatsAppNumberPhotoRoute } from './set-photo.js';
import { syncTemplatesRoute } from './sync-templates.js';
import {
  createWhatsAppNumberRoute,
  deleteWhatsAppNumberRoute,
  updateWhatsAppNumberRoute,
} from './write-whatsapp-numbers.js';

/** Lists the endpoints of WhatsApp numbers and their templates. */
export const whatsAppRoutes = (deps: ApiDependencies): Route[] =>
  [
    listWhatsAppNumbersRoute,
    createWhatsAppNumberRoute,
    getWhatsAppNumberRoute,
    updateWhatsAppNumberRoute,
    deleteWhatsAppNumberRoute,
    setWhatsAppNumberPhotoRoute,
    syncTemplatesRoute,
  ].map((make) => make(deps));
