import type { Setup } from './api-types.js';
import { start } from './chat.js';
import { type Context, errorCodeOf, type Notify, notifier } from './context.js';
import { el } from './dom.js';
import { type Hello, isHello, type ToFrame, type ToPage } from './frame-messages.js';
import { isPassing, pauseMs, waitFor } from './request.js';
import { createRootElement } from './root-element.js';
import { FRAME_SETUP, fetchSetup } from './setup.js';
import { keep, nameOf, nothing } from './storage.js';
import { readable } from './theme.js';

const RIGHT_TO_LEFT = /^(ar|fa|he|ur)\b/;
const STYLE = ':host{all:initial;display:block}*{box-sizing:border-box}';

/** The page around the frame: greeted by it with a port, or none that speaks to us. */
type Page = { hello: Hello; port: MessagePort } | undefined;

/** Waits for the page's greeting. A frame without the script isn't greeted. */
const greeting = (): Promise<Page> =>
  new Promise((resolve) => {
    if (location.hash !== '#page') return resolve(undefined);
    addEventListener('message', ({ source, data, ports: [port] }) => {
      if (source === parent && port && isHello(data)) resolve({ hello: data, port });
    });
  });

const BY_ITSELF: Omit<Hello, 'v' | 'type' | 'ticket'> = {
  locale: navigator.language,
  options: {},
  page: { url: document.referrer || location.href, title: '', referrer: '' },
};

/** The frame's own end of the messages between page and frame. */
function createLine(around: Page) {
  let gotTicket: (ticket: string | null) => void = () => undefined;
  let act: ((what: ToFrame) => void) | undefined;
  const early: ToFrame[] = [];
  const post = (what: ToPage) => around?.port.postMessage(what);
  if (around)
    around.port.onmessage = ({ data }: MessageEvent<ToFrame>) => {
      if (data.type === 'ticket') gotTicket(data.ticket);
      else if (act) act(data);
      else early.push(data);
    };
  return {
    post,
    /** Requests a ticket from the page. Without a page there is none. */
    askTicket: () =>
      new Promise<string | null>((resolve) => {
        if (!around) return resolve(null);
        gotTicket = resolve;
        post({ type: 'want-ticket' });
      }),
    /** From now on, and for what came before, this is done. */
    serve(by: (what: ToFrame) => void) {
      act = by;
      for (const what of early.splice(0)) by(what);
    },
  };
}

async function begin(): Promise<void> {
  const around = await greeting();
  const { post, askTicket, serve } = createLine(around);
  const { locale, options, page } = around?.hello ?? BY_ITSELF;
  const site = { baseUrl: location.origin, key: new URLSearchParams(location.search).get('key') ?? '' };
  const memory = keep('local', nameOf(site.key), nothing);
  const given = { ...options, ...site };
  let current = page;
  const notify = notifier({
    onMessage: (message) => post({ type: 'message', message }),
    onLeadCaptured: (leadId) => post({ type: 'lead', leadId }),
    onError: ({ code, message }) => post({ type: 'error', code, message }),
  });
  // The greeting's own ticket is good for once.
  let first = around?.hello.ticket;
  const renew = async () => {
    const ticket = first ?? (await askTicket()) ?? undefined;
    first = undefined;
    const reply = await fetchSetup(FRAME_SETUP, { site, locale, memory, ticket });
    if (reply.ok) post({ type: 'session', sessionId: reply.body.session_id });
    return reply;
  };
  const setup = await setUp(renew, notify);
  if (!setup) return;
  const panel = start({
    site,
    options: given,
    setup,
    memory,
    notify,
    renew,
    ...standIn(setup),
    isFrame: true,
    page: () => current,
    close: () => post({ type: 'close' }),
    setUnread: (count) => post({ type: 'unread', count }),
  });
  serve((what) => {
    if (what.type === 'show') panel.show(what.takesFocus);
    else if (what.type === 'hide') panel.hide();
    else if (what.type === 'send') panel.send(what.text);
    else if (what.type === 'page') current = what.page;
    else if (what.type === 'update') {
      Object.assign(given, what.patch);
      panel.update(what.patch);
    } else if (what.type === 'destroy') {
      panel.destroy(what.forget);
      if (what.forget) memory.clear();
    }
  });
  if (!around) panel.show(false);
}

/** Makes the frame's page fit for the chat: its colours, its language, and where the panel goes. */
function standIn({ config: { theme, locale } }: Setup): Pick<Context, 'host' | 'place'> {
  const host = createRootElement();
  host.style(STYLE);
  host.element.style.setProperty('--main', readable(theme.primary_color, '#ffffff'));
  host.element.style.setProperty('--main-dark', readable(theme.primary_color, '#1b1d22'));
  document.documentElement.lang = locale;
  const place = el('div', { lang: locale, dir: RIGHT_TO_LEFT.test(locale) ? 'rtl' : 'ltr' });
  host.root.append(place);
  return { host, place };
}

/** Gets the set-up, as often as it takes; undefined where the service refuses it. */
async function setUp(get: Context['renew'], notify: Notify): Promise<Setup | undefined> {
  for (let failures = 1; ; failures += 1) {
    const reply = await get();
    if (reply.ok) return reply.body;
    if (!isPassing(reply) || failures === 3) notify.error(errorCodeOf(reply, 'CONFIG_FAILED'), reply.message);
    if (!isPassing(reply)) return undefined;
    await waitFor(pauseMs(failures, reply.retryAfterMs));
  }
}

void begin();
