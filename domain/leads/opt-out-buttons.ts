import { foldWords } from '../values/text.js';
import { mayMeanMeeting, OPT_IN_WORDS, OPT_OUT_WORDS } from './opt-out.js';

/**
 * Words of buttons that end or resume promotions: a verb together with what it is about, in the languages that Meta
 * labels its marketing opt-out button in. Folded: without case and accents.
 */
const STOP_VERBS =
  'stop stopp stoppen stoppe stopper end cancel quit halt block disable detener parar dejar cancelar anular desactivar ' +
  'terminar interromper cessar bloquear pare arreter arretez stopper desactiver annuler bloquer beenden abbestellen ' +
  'abmelden deaktivieren interrompi interrompere ferma disattiva annulla blocca stoppa avsluta afsluttes avmelden ' +
  'stopzetten beeindigen afmelden durdur iptal zatrzymaj wylacz anuluj wypisz remove unsubscribe прекратить отключить ' +
  'остановить отписаться ايقاف وقف الغاء रोकें बंद hentikan berhenti batal 停止 取消 中止 配信停止 중지 중단 הפסקת הפסק ביטול';
const RESUME_VERBS =
  'resume restart subscribe reanudar retomar suscribir suscribirme inscrever reprendre fortsetzen abonnieren riprendi ' +
  'riprendere hervatten wznow возобновить استئناف lanjutkan 再開 恢复 재개';
const SUBJECTS =
  'promotion promotions promo promos promotional offers marketing messages notifications updates ' +
  'newsletter ads advertising promociones promocion promocional ofertas mensajes publicidad notificaciones promocoes ' +
  'promocao mensagens promocionais anuncios novidades promotionnels promotionnel offres publicites publicite werbung ' +
  'aktionen angebote werbenachrichten nachrichten promozioni offerte messaggi pubblicita aanbiedingen promoties ' +
  'berichten reclame kampanjer erbjudanden tilbud kampanyalar kampanyalari promosyonlar mesajlari promocje promocji ' +
  'oferty reklamy рассылку рассылки рекламу акции العروض الرسائل الترويجية الاعلانات प्रमोशन promosi pesan ' +
  'プロモーション メッセージ 推广 营销 促销 프로모션 광고';
/** Phrases that end messages without a verb or subject of the lists above. */
const STOP_PHRASES = [
  ...['opt out', 'optout', 'opted out', 'unsubscribe', 'unsubscribe me', 'no more messages', 'remove me', 'stop all'],
  ...['stopall', 'dar de baja', 'darme de baja', 'dame de baja', 'darse de baja', 'cancelar suscripcion'],
  ...['cancelar inscricao', 'descadastrar', 'nao quero receber', 'se desabonner', 'me desabonner', 'desinscription'],
  ...['se desinscrire', 'me desinscrire', 'keine werbung', 'keine nachrichten mehr', 'annulla iscrizione'],
  ...[
    'no quiero recibir',
    'not interested in promotions',
    'marketing opt out',
    'cancelar assinatura',
    'cancella iscrizione',
  ],
];
const RESUME_PHRASES = ['opt in', 'optin', 'opted in', 'unstop', 'subscribe', 'subscribe me', 'suscribirme'];

/** The longest label or payload that is read as a button. Meta takes 25 and 256 characters; a sentence is neither. */
const MAX_CHARS = 64;
/** A label names the verb, the subject and little else. */
const MAX_WORDS = 6;

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' ').map(foldWords));
const [STOPS, RESUMES, ABOUT] = [setOf(STOP_VERBS), setOf(RESUME_VERBS), setOf(SUBJECTS)];
const NEGATIONS = setOf('don dont do no keep never nicht keine ne nao non geen nie не');
const MORE = setOf(
  'more receive send get want mas recibir enviar mais receber plus recevoir mehr erhalten piu ricevere meer ontvangen',
);
const OUT = new Set([...Object.values(OPT_OUT_WORDS).flat(), ...STOP_PHRASES].map(foldWords));
const IN = new Set([...OPT_IN_WORDS, ...RESUME_PHRASES].map(foldWords));
/** Scripts that put no space between words are searched as a whole. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/**
 * Returns whether a tapped button ends or resumes messages, by its label or its payload. A button is an intent that the
 * business offered, so that "Stop promotions" counts although the same words in a sentence would not.
 */
export function buttonIntent(...texts: readonly (string | null)[]): 'opt_out' | 'opt_in' | null {
  const intents = texts.map((text) => (text === null || text.length > MAX_CHARS ? null : intentOf(foldWords(text))));
  return intents.find((intent) => intent === 'opt_out') ?? intents.find((intent) => intent !== null) ?? null;
}

/** Returns whether a button opts out only by a word that may mean the lead's meeting instead, as "Cancel" may. */
export const isCancelButton = (...texts: readonly (string | null)[]): boolean =>
  buttonIntent(...texts) === 'opt_out' &&
  buttonIntent(...texts.filter((text) => text !== null && !mayMeanMeeting(text))) !== 'opt_out';

function intentOf(label: string): 'opt_out' | 'opt_in' | null {
  if (OUT.has(label)) return 'opt_out';
  if (IN.has(label)) return 'opt_in';
  const words = label.split(' ');
  if (words.length > MAX_WORDS) return null;
  const has = (set: ReadonlySet<string>) =>
    words.some((word) => set.has(word)) || (UNSPACED.test(label) && [...set].some((word) => isUnspacedIn(word, label)));
  if (!has(ABOUT)) return null;
  const isNegated = NEGATIONS.has(words[0] ?? '');
  // "Don't stop offers" means the opposite; "No more offers" doesn't.
  if (has(STOPS)) return isNegated ? null : 'opt_out';
  if (isNegated) return has(MORE) ? 'opt_out' : null;
  return has(RESUMES) ? 'opt_in' : null;
}

const isUnspacedIn = (word: string, label: string): boolean => UNSPACED.test(word) && label.includes(word);
