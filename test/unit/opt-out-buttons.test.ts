import { describe, expect, it } from '@jest/globals';
import { OPT_OUT_WORDS } from '../../domain/leads/opt-out.js';
import { buttonIntent, isCancelButton } from '../../domain/leads/opt-out-buttons.js';

const OUT = [
  ...Object.values(OPT_OUT_WORDS).flat(),
  ...['Stop promotions', 'STOP PROMOTIONS', 'stop_promotions', 'STOP-PROMOTIONS', 'Stop promotions 🛑', 'Stop all'],
  ...['Opt out', 'OPT_OUT', 'opt-out', 'Unsubscribe', 'Stop marketing messages', 'No more offers', 'Stop offers'],
  ...['Detener promociones', 'Parar promociones', 'No recibir promociones', 'Darme de baja', 'No más mensajes'],
  ...['Parar promoções', 'Interromper promoções', 'Não receber mais ofertas', 'Cancelar inscrição'],
  ...['Arrêter les promotions', 'Ne plus recevoir d’offres', 'Se désabonner', 'Stop promos'],
  ...['Werbung stoppen', 'Keine Angebote mehr', 'Abbestellen', 'Nachrichten abbestellen', 'Keine Werbung'],
  ...['Interrompi promozioni', 'Stop aan aanbiedingen', 'Promoties stoppen', 'Zatrzymaj promocje', 'Stoppa kampanjer'],
  ...[
    'Отключить рассылку',
    'ايقاف العروض',
    'وقف الرسائل',
    'プロモーションを停止',
    '停止推广',
    '프로모션 중지',
    'Hentikan promosi',
  ],
];
const IN = ['START', 'Resume promotions', 'Opt in', 'opt_in', 'Reanudar promociones', 'Subscribe', 'UNSTOP'];
const NEITHER = [
  ...[
    '',
    '👍',
    'Yes',
    'Stop by on Tuesday',
    'Don’t stop the offers',
    'Keep messages',
    'Show me offers',
    'See promotions',
  ],
  ...[
    'No, see the offers',
    'I want more offers',
    'Ver promociones',
    'Angebote ansehen',
    'Start the tour',
    'Book a call',
  ],
  ...[
    'When do your promotions end and can I still get the offers by then?',
    'constructor',
    '__proto__',
    'x'.repeat(10_000),
  ],
];

describe('a button', () => {
  it.each(OUT)('"%s" ends messages', (text) => {
    expect(buttonIntent(text, null)).toBe('opt_out');
    expect(buttonIntent('👍', text)).toBe('opt_out');
  });

  it.each(IN)('"%s" resumes messages', (text) => {
    expect(buttonIntent(text, null)).toBe('opt_in');
  });

  it.each([
    ['Cancel', 'cancel_appointment', true],
    ['CANCEL', null, true],
    ['Cancel', 'STOP_PROMOTIONS', false],
    ['Cancel promotions', null, false],
    ['Stop', 'cancel', false],
    ['Yes', 'ok', false],
  ])('"%s" with %j may mean a meeting: %s', (text, payload, expected) => {
    expect(isCancelButton(text, payload)).toBe(expected);
  });

  it.each(NEITHER)('"%s" does neither', (text) => {
    expect(buttonIntent(text, text)).toBeNull();
  });
});
