import { describe, expect, it } from '@jest/globals';
import { OPT_OUT_WORDS, optOutConfirmation, optOutIntent } from '../../domain/leads/opt-out.js';

describe('the words that end messages', () => {
  it('are these in English, Spanish and Portuguese, whatever their case, accents and punctuation', () => {
    const { en, es, pt } = OPT_OUT_WORDS;
    expect({ en, es, pt }).toEqual({
      en: ['stop', 'unsubscribe', 'cancel', ...['stopall', 'stop all', 'end', 'quit', 'revoke', 'optout', 'opt out']],
      es: ['baja', 'alto', 'parar'],
      pt: ['sair', 'parar'],
    });
    for (const word of Object.values(OPT_OUT_WORDS).flat()) {
      for (const said of [
        word,
        word.toUpperCase(),
        ` ${word}! `,
        `«${word}»`,
        word.replace('a', 'á').normalize('NFD'),
      ]) {
        expect([said, optOutIntent(said)]).toEqual([said, 'opt_out']);
      }
    }
  });

  it('mean nothing within a sentence', () => {
    for (const said of ['please stop', 'alto y claro', 'quiero parar', 'stop stop', 'cancelar', 'bajas', '']) {
      expect([said, optOutIntent(said)]).toEqual([said, null]);
    }
  });

  it.each([
    ['parar', 'BR', 'Você'],
    ['parar', 'PT', 'Você'],
    ['Parar', 'MX', 'No recibirás'],
    ['parar', null, 'No recibirás'],
    ['STOP', 'ES', 'No recibirás'],
    ['cancel', 'DE', 'Sie erhalten'],
    ['stop', 'BR', 'Você'],
    ['stop', 'JP', 'You will'],
    ['unsubscribe', null, 'You will'],
    ['sair', 'ES', 'Você'],
    ['baja', 'US', 'No recibirás'],
    ['توقّف!', 'SA', 'لن تصلك'],
    ['إلغاء الاشتراك', null, 'لن تصلك'],
    ['STOP', 'MA', 'لن تصلك'],
  ])('%s from %s is confirmed in the lead’s language', (word, country, confirmation) => {
    expect(optOutConfirmation(word, country)).toContain(confirmation);
  });
});
