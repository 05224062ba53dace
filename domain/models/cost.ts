import type { Model } from '../../schemas/models/models.js';

/** The usage of a step. */
export interface Tokens {
  input: number;
  cached: number;
  output: number;
}

type Prices = Pick<Model, 'price_input' | 'price_cached_input' | 'price_output'>;

const CHARS_A_TOKEN = 3.2;
/** Scripts that tokenizers take almost letter by letter. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/gu;
const DENSE_CHARS_A_TOKEN = 1.5;

/** Returns about how many tokens a text is, before its server has counted them: rather too many than too few. */
export function estimateTokens(text: string): number {
  const dense = text.match(DENSE)?.length ?? 0;
  return Math.ceil(dense / DENSE_CHARS_A_TOKEN + (text.length - dense) / CHARS_A_TOKEN);
}

/**
 * Returns what tokens cost in millionths of the currency; a price of a million tokens is so many millionths for one.
 */
export function costMicros({ input, cached, output }: Tokens, prices: Prices): number {
  const readBefore = Math.min(cached, input);
  const cachedPrice = prices.price_cached_input ?? prices.price_input;
  return Math.ceil((input - readBefore) * prices.price_input + readBefore * cachedPrice + output * prices.price_output);
}
