import type { PanelFile } from './context.js';
import type { LoadPanel } from './create-chat.js';
import { initOnce } from './registry.js';
import type { ChatOptions } from './types.js';

/** The built files that belong to this one. */
declare const FILES: { page: string; frame: string };

const script = document.currentScript as HTMLScriptElement | null;
const baseUrl = new URL(script?.src || location.href).origin;

/** A file that didn't come is asked for under another address: browsers remember one that failed. */
const load: LoadPanel = (transport, attempt): Promise<PanelFile> =>
  import(`${baseUrl}/widget/${FILES[transport]}${attempt > 0 ? `?${attempt}` : ''}`);

window.svcChat ??= {};
window.svcChat.init ??= (options) => initOnce({ ...options, baseUrl: options.baseUrl ?? baseUrl }, load);

const { key, openWith, transport, locale, requestContact } = script?.dataset ?? {};
if (key) {
  const options: ChatOptions = { ...window.svcChat.options, key, baseUrl };
  if (transport === 'frame') options.transport = transport;
  if (openWith) options.openWith = openWith;
  if (locale) options.locale = locale;
  if (requestContact !== undefined) options.requestContact = true;
  window.svcChat.init(options);
}
