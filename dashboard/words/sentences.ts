import { SENTENCES, type Translator } from './en/sentences.js';

let translator: Translator | undefined;
let loading: Promise<void> | undefined;

/**
 * Loads the translations of the API's texts once, if the language has some. Without them, such as after a failed
 * download, the texts stay as the API returns them.
 */
export function loadSentences(): Promise<void> | undefined {
  loading ??= SENTENCES.load?.().then(
    (loaded) => {
      translator = loaded.default;
    },
    () => {
      loading = undefined;
    },
  );
  return loading;
}

/** Returns a text of the API in the language of the dashboard; the text itself if it has no translation. */
export const translated = (text: string): string => translator?.sentence(text) ?? text;

/** Returns the message of an error, which may start with a pointer to a field, in the language of the dashboard. */
export const translatedError = (message: string): string => translator?.error(message) ?? message;
