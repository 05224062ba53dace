import type { Setup } from './api-types.js';
import { type Reply, request, type Site } from './request.js';
import type { Kept, Memory } from './storage.js';
import type { ChatOptions } from './types.js';

interface Wish {
  site: Site;
  locale: string;
  memory: Kept<Memory>;
  ticket?: string | undefined;
}

/** Returns the language to ask for: the page's own if it says none, else the browser's. */
export const localeOf = ({ locale }: Pick<ChatOptions, 'locale'>): string =>
  locale || document.documentElement.lang || navigator.language || 'en';

/**
 * Gets what a widget shows, and a session: that of an earlier visit where the service still knows it, which is asked at
 * most once.
 */
export async function fetchSetup(path: string, { site, locale, memory, ticket }: Wish): Promise<Reply<Setup>> {
  const headers: Record<string, string> = ticket ? { 'X-Widget-Ticket': ticket } : {};
  const ask = (token: string | null) =>
    request<Setup>(site, path, {
      query: { locale },
      headers: token ? { ...headers, 'X-Widget-Session': token } : headers,
    });
  const { token } = memory.read();
  let reply = await ask(token);
  if (!reply.ok && reply.status === 401 && token) {
    memory.clear();
    reply = await ask(null);
  }
  if (reply.ok) memory.write({ token: reply.body.session_token, session_id: reply.body.session_id });
  return reply;
}

export const PAGE_SETUP = '/api/public/chat/config';
export const FRAME_SETUP = '/api/widget/v1/config';
