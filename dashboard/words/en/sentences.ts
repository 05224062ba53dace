/** Translates texts of the API. */
export interface Translator {
  sentence(text: string): string;
  /** Translates the message of an error, which may start with a pointer to a field. */
  error(message: string): string;
}

/** The translator of the API's texts, which are English already. */
export const SENTENCES: { load?: () => Promise<{ default: Translator }> } = {};
