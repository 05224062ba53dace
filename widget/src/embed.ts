import type { Context, Panel } from './context.js';
import { el } from './dom.js';
import { type Hello, PROTOCOL_VERSION, type ToFrame, type ToPage } from './frame-messages.js';
import { mobileModal } from './mobile-modal.js';
import { localeOf } from './setup.js';
import type { ChatErrorCode, ChatUpdate } from './types.js';

/** A ticket holds for a minute. */
const FRESH_MS = 45_000;

/**
 * Hidden it is still laid out: what isn't can take no focus, and the frame hears that it is shown before its own browser
 * process does. What has just appeared takes no clicks: they were meant for what is behind it.
 */
const STYLE = `
.panel{position:fixed;z-index:2147483001;bottom:calc(max(20px,env(safe-area-inset-bottom)) + 76px);right:20px;width:392px;height:min(680px,calc(100vh - 128px));max-width:calc(100vw - 40px);overflow:hidden;border-radius:20px;background:#fff;box-shadow:0 2px 8px rgb(0 0 0/.08),0 16px 48px rgb(0 0 0/.22)}
.panel[hidden]{display:block;visibility:hidden}
.panel:not([hidden]){animation:new .3s}
@keyframes new{from,to{pointer-events:none}}
.left .panel{right:auto;left:20px}
iframe{display:block;width:100%;height:100%;border:0;color-scheme:auto}
.panel[aria-modal]{inset:var(--top,0) 0 auto;width:100%;max-width:none;height:var(--height,100dvh);border-radius:0;padding-bottom:env(safe-area-inset-bottom)}
@media (prefers-color-scheme:dark){.panel{background:#1b1d22}}
`;

/**
 * Shows the chat in a frame of the service's origin. The page's script passes a ticket with the page's origin to it,
 * and relays calls and events.
 */
export function start(shell: Context): Panel {
  const { setup, options, host, place, notify, memory, site } = shell;
  const began = Date.now();
  const title = setup.config.agent.name;
  const frame = el('iframe', { title, allow: 'clipboard-write', referrerpolicy: 'origin' });
  const panel = el('div', { class: 'panel', hidden: true, role: 'dialog', 'aria-label': title }, frame);
  const cover = mobileModal(host.element, panel);
  const waiting: ToFrame[] = [];
  let port: MessagePort | undefined;
  const post = (what: ToFrame) => (port ? port.postMessage(what) : waiting.push(what));

  const ticket = async (): Promise<string | null> => {
    const reply = Date.now() - began < FRESH_MS && !port ? { ok: true as const, body: setup } : await shell.renew();
    return reply.ok ? (reply.body.frame?.ticket ?? null) : null;
  };

  async function greet(): Promise<void> {
    const { clientPrompt, openingMessage, requestContact, user } = options;
    const given = await ticket();
    if (given === null) return notify.error('CONFIG_FAILED', 'The frame got no ticket.');
    const channel = new MessageChannel();
    channel.port1.onmessage = ({ data }: MessageEvent<ToPage>) => void onFrameMessage(data);
    port?.close();
    port = channel.port1;
    const hello: Hello = {
      v: PROTOCOL_VERSION,
      type: 'svc-chat',
      ticket: given,
      locale: localeOf(options),
      page: shell.page(),
      options: JSON.parse(JSON.stringify({ clientPrompt, openingMessage, requestContact, user })),
    };
    frame.contentWindow?.postMessage(hello, new URL(site.baseUrl).origin, [channel.port2]);
    for (const what of waiting.splice(0)) post(what);
    if (!panel.hidden) post({ type: 'show', takesFocus: false });
  }

  async function onFrameMessage(what: ToPage): Promise<void> {
    if (what.type === 'session') memory.write({ session_id: what.sessionId });
    else if (what.type === 'message') notify('onMessage', what.message);
    else if (what.type === 'lead') notify('onLeadCaptured', what.leadId);
    else if (what.type === 'error') notify.error(what.code as ChatErrorCode, what.message);
    else if (what.type === 'unread') shell.setUnread(what.count);
    else if (what.type === 'close') shell.close();
    else if (what.type === 'want-ticket') post({ type: 'ticket', ticket: await ticket() });
  }

  const postPage = () => post({ type: 'page', page: shell.page() });
  host.style(STYLE);
  frame.addEventListener('load', () => void greet());
  // The visitor may have opened another page before continuing in the frame.
  addEventListener('blur', postPage);
  frame.src = `${setup.frame?.url ?? ''}#page`;
  place.append(panel);
  return {
    show(takesFocus) {
      panel.hidden = false;
      cover.show();
      postPage();
      post({ type: 'show', takesFocus });
      if (takesFocus) frame.focus();
    },
    hide() {
      panel.hidden = true;
      cover.hide();
      post({ type: 'hide' });
    },
    send: (text) => void post({ type: 'send', text }),
    update: (patch: ChatUpdate) => void post({ type: 'update', patch: JSON.parse(JSON.stringify(patch)) }),
    destroy(forget) {
      removeEventListener('blur', postPage);
      post({ type: 'destroy', forget });
      cover.hide();
      // The frame still has to hear of it.
      setTimeout(() => panel.remove(), forget ? 200 : 0);
    },
  };
}
