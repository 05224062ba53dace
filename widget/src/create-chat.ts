import type { Setup } from './api-types.js';
import { type Context, errorCodeOf, notifier, type Panel, type PanelFile } from './context.js';
import { type Launcher, showLauncher } from './launcher.js';
import { isPassing, pauseMs, type Reply, waitFor } from './request.js';
import { createRootElement } from './root-element.js';
import { fetchSetup, localeOf, PAGE_SETUP } from './setup.js';
import { keep, nameOf, nothing } from './storage.js';
import type { ChatHandle, ChatOptions } from './types.js';

/** Gets the file with the panel: of the page, or of the frame. */
export type LoadPanel = (transport: 'page' | 'frame', attempt: number) => Promise<PanelFile>;

const MOST_WAITING = 20;
const FAILURES_TOLD = 3;
const IDLE_MS = 2_000;

/** Waits until the page is there and has nothing to do: the chat comes after everything of the page's own. */
const pageIsIdle = async (): Promise<void> => {
  if (document.readyState !== 'complete') await new Promise((done) => addEventListener('load', done, { once: true }));
  await new Promise<unknown>((done) =>
    'requestIdleCallback' in window ? requestIdleCallback(done, { timeout: IDLE_MS }) : setTimeout(done, 1),
  );
};

/** The response to a REST key, which is sent nowhere. */
const SECRET_KEY: Extract<Reply<Setup>, { ok: false }> = {
  ok: false,
  status: 403,
  code: 'LIVE_KEY_NOT_ALLOWED',
  message: 'The key is secret: use svc_pub_...',
  retryAfterMs: null,
};

const pageOf = () => ({ url: location.href, title: document.title, referrer: document.referrer });

/**
 * Puts a chat on the page and returns its handle immediately. Calls before the service has answered are deferred. If
 * the service doesn't know the page or doesn't answer, nothing is shown. In one piece because each page loads it,
 * whether or not the chat is used, and separate parts would add a tenth to its size.
 */
export function createChat(options: ChatOptions, load: LoadPanel): ChatHandle {
  const site = { baseUrl: options.baseUrl, key: options.key };
  const isFrame = options.transport === 'frame';
  const memory = keep('local', nameOf(site.key), nothing);
  const notify = notifier(options);
  let shell: Context | undefined;
  let launcher: Launcher | undefined;
  let panel: Panel | undefined;
  let isLoading = false;
  let attempts = 0;
  let isOpen = false;
  let isGone = false;
  const waiting: ((panel: Panel) => void)[] = [];

  const withPanel = (act: (panel: Panel) => void) => {
    if (panel) return act(panel);
    if (waiting.length < MOST_WAITING) waiting.push(act);
    void loadPanel();
  };

  async function loadPanel(): Promise<void> {
    if (!shell || panel || isLoading) return;
    isLoading = true;
    try {
      const file = await load(isFrame ? 'frame' : 'page', attempts);
      if (isGone) return;
      panel = file.start(shell);
      for (const act of waiting.splice(0)) act(panel);
    } catch {
      attempts += 1;
      if (attempts === FAILURES_TOLD) notify.error('CONFIG_FAILED', 'The chat can’t be loaded.');
      if (waiting.length > 0) waitFor(pauseMs(attempts, null)).then(loadPanel);
    } finally {
      isLoading = false;
    }
  }

  /** Opens or closes; what was open before a reload comes back without taking the focus. */
  const setOpen = (wanted: boolean, isAsked = true) => {
    if (isGone || wanted === isOpen) return;
    isOpen = wanted;
    memory.write({ open: wanted });
    launcher?.setOpen(wanted);
    if (wanted) withPanel((loaded) => isOpen && loaded.show(isAsked));
    else panel?.hide();
    notify(wanted ? 'onOpen' : 'onClose');
  };

  const close = () => {
    setOpen(false);
    launcher?.button.focus();
  };

  const renew = (): Promise<Reply<Setup>> =>
    fetchSetup(isFrame ? `${PAGE_SETUP}?transport=frame` : PAGE_SETUP, { site, locale: localeOf(options), memory });

  function appear(setup: Setup): void {
    const host = createRootElement();
    launcher = showLauncher(host, setup.config, () => setOpen(!isOpen));
    const { button, frame: place, setUnread } = launcher;
    shell = {
      site,
      options,
      setup,
      memory,
      host,
      place,
      isFrame,
      page: pageOf,
      renew,
      notify,
      close,
      setUnread,
    };
    for (const intent of ['pointerenter', 'focus']) button.addEventListener(intent, loadPanel, { once: true });
    launcher.setOpen(isOpen);
    const isTalking = setup.history.length > 0 && !setup.done;
    // Turns that were sent before a reload must still arrive.
    const { turns } = keep('session', nameOf(site.key), { turns: [] }).read();
    if (waiting.length > 0 || isTalking || turns.length > 0) void loadPanel();
    // On a phone the panel would cover the page without a request.
    if (memory.read().open && matchMedia('(min-width:481px)').matches) setOpen(true, false);
  }

  async function begin(): Promise<void> {
    await pageIsIdle();
    for (let failures = 1; !isGone; failures += 1) {
      const reply = /^svc_live/.test(site.key) ? SECRET_KEY : await renew();
      if (isGone) return;
      if (reply.ok) return appear(reply.body);
      const isLasting = !isPassing(reply);
      if (isLasting || failures === FAILURES_TOLD) notify.error(errorCodeOf(reply, 'CONFIG_FAILED'), reply.message);
      if (isLasting) return console.warn(`Chat: ${reply.message}`);
      await waitFor(pauseMs(failures, reply.retryAfterMs));
    }
  }

  const openers = (event: Event) => {
    const { target } = event;
    if (options.openWith && target instanceof Element && target.closest(options.openWith)) {
      event.preventDefault();
      setOpen(true);
    }
  };
  document.addEventListener('click', openers);
  void begin();

  return {
    open: () => setOpen(true),
    close: () => isOpen && close(),
    toggle: () => (isOpen ? close() : setOpen(true)),
    send: (text) => withPanel((loaded) => loaded.send(String(text))),
    update: ({ clientPrompt, openingMessage }) => {
      if (clientPrompt !== undefined) options.clientPrompt = clientPrompt;
      if (openingMessage !== undefined) options.openingMessage = openingMessage;
      panel?.update({ clientPrompt, openingMessage });
    },
    destroy({ forget = false } = {}) {
      isGone = true;
      document.removeEventListener('click', openers);
      panel?.destroy(forget);
      if (forget) memory.clear();
      shell?.host.remove();
    },
    getSessionId: () => memory.read().session_id,
  };
}
