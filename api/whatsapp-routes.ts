import type { ApiDependencies } from './dependencies.js';
import type { Route } from './route.js';
import { syncTemplatesRoute } from './templates/sync-templates.js';
import { getWhatsAppNumberRoute, listWhatsAppNumbersRoute } from './whatsapp-numbers/read-whatsapp-numbers.js';
import { setWhatsAppNumberPhotoRoute } from './whatsapp-numbers/set-photo.js';
import {
  createWhatsAppNumberRoute,
  deleteWhatsAppNumberRoute,
  updateWhatsAppNumberRoute,
} from './whatsapp-numbers/write-whatsapp-numbers.js';

/** The endpoints of WhatsApp numbers and their templates. */
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
