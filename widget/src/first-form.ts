import { consentOf, createCapture, fieldsOf } from './capture.js';
import type { ChatClient } from './chat-client.js';
import type { Context } from './context.js';
import type { Language } from './language.js';
import { createForm } from './view/form.js';

interface Wiring {
  shell: Context;
  language: Language;
  talk: ChatClient;
  /** Takes answers that go with the next message. */
  keepForTurn(text: string): void;
  /** Called when the form is gone, with what to say instead of it. */
  onEnd(thanks: string): void;
}

/** Shows what is asked before the first message; undefined where nothing is, or was answered before. */
export function createFirstForm({ shell, language, talk, keepForTurn, onEnd }: Wiring): HTMLElement | undefined {
  const fields = fieldsOf(shell, language);
  if (fields.length === 0 || shell.memory.read().form_done) return undefined;
  const { session, proofs } = talk;
  const send = createCapture({ shell, session, proofs, onLead: talk.tellLead, keepForTurn });
  const labels = new Map(fields.map(({ key, label }) => [key, label]));
  const end = (thanks: string) => {
    shell.memory.write({ form_done: true });
    element.remove();
    onEnd(thanks);
  };
  const element = createForm({
    language,
    title: language.words.formTitle,
    fields,
    consent: consentOf(shell.setup.config),
    onSkip: () => end(''),
    async onSend(answer) {
      const outcome = await send(answer, labels);
      if (outcome.ok) end(language.words.formThanks);
      return outcome;
    },
  });
  element.addEventListener('focusin', () => proofs.ahead('visitor'), { once: true });
  return element;
}
