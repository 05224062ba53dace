import { createChatClient } from './chat-client.js';
import type { Context, Panel } from './context.js';
import { createFirstForm } from './first-form.js';
import { type Language, languageOf } from './language.js';
import { createComposer } from './view/composer.js';
import { createList, createOpening, createTyping } from './view/list.js';
import { createOffers } from './view/offers.js';
import { createPanel } from './view/panel.js';

/** Starts the chat itself. What is asked of it while its language is loaded is done then. */
export function start(shell: Context): Panel {
  const ready = languageOf(shell.setup.config.locale).then((language) => createPanelOf(shell, language));
  const soon = (act: (panel: Panel) => void) => void ready.then(act);
  return {
    show: (takesFocus) => soon((panel) => panel.show(takesFocus)),
    hide: () => soon((panel) => panel.hide()),
    send: (text) => soon((panel) => panel.send(text)),
    update: (patch) => soon((panel) => panel.update(patch)),
    destroy: (forget) => soon((panel) => panel.destroy(forget)),
  };
}

// In one piece because its parts call one another.
function createPanelOf(shell: Context, language: Language): Panel {
  const { config } = shell.setup;
  const { name } = config.agent;
  const openingText = () => shell.options.openingMessage ?? config.opening_message;
  let fromForm = '';

  const talk = createChatClient(shell, {
    openingText,
    onChange: () => draw(),
    isShown: () => panel.isShown(),
    onHuman: (isHuman) => panel.setHuman(isHuman),
  });
  const opening = createOpening(name);
  opening.set(openingText());
  const list = createList({ language, botName: name, onRetry: talk.retry });
  const typing = createTyping(language, name);
  const offers = createOffers(language, config.quick_replies, (action, shown) => {
    send({ action, shown });
    // The clicked button is gone.
    panel.focus();
  });
  const composer = createComposer({
    language,
    limit: config.limits.text,
    draft: talk.draft(),
    onDraft: talk.keepDraft,
    onFocus: () => talk.proofs.ahead('turn'),
    onSend: sendText,
  });
  const form = createFirstForm({
    shell,
    language,
    talk,
    keepForTurn: (text) => (fromForm = text),
    onEnd(thanks) {
      if (thanks) panel.note(thanks);
      panel.focus();
    },
  });
  const panel = createPanel(shell, language, {
    inside: [opening.element, ...(form ? [form] : []), list.element, typing.element, offers.element],
    below: [composer.element],
    focus: composer.focus,
  });

  function send(what: Parameters<typeof talk.send>[0]): void {
    panel.note('');
    talk.send(what);
    draw();
    panel.follow(true);
  }

  function sendText(written: string): void {
    const own = written.trim().slice(0, config.limits.text - fromForm.length - 2);
    const text = [own, fromForm].filter(Boolean).join('\n\n');
    fromForm = '';
    if (text) send({ text, shown: text });
  }

  let hasEnded = false;
  function draw(): void {
    const items = talk.items();
    list.show(items);
    typing.show(talk.isTyping());
    offers.show(items.at(-1));
    if (hasEnded !== talk.isDone()) panel.note(hasEnded ? '' : language.words.ended);
    hasEnded = talk.isDone();
    panel.follow();
  }

  talk.begin();
  draw();
  list.announce();
  return {
    show(takesFocus) {
      panel.show(takesFocus);
      talk.seen();
    },
    hide: panel.hide,
    send: sendText,
    update({ openingMessage }) {
      if (openingMessage !== undefined) opening.set(openingMessage);
    },
    destroy(forget) {
      talk.end(forget);
      panel.remove();
    },
  };
}
