import { foldWords } from '../values/text.js';

/** The words that end messages on a channel when they are all a message says, per language. */
export const OPT_OUT_WORDS: Readonly<Record<string, readonly string[]>> = {
  en: ['stop', 'unsubscribe', 'cancel', 'stopall', 'stop all', 'end', 'quit', 'revoke', 'optout', 'opt out'],
  es: ['baja', 'alto', 'parar'],
  pt: ['sair', 'parar'],
  fr: ['arret', 'desabonner', 'desabonnement', 'desinscrire', 'desinscription', 'me desabonner'],
  de: ['stopp', 'abmelden', 'abbestellen', 'austragen'],
  it: ['ferma', 'disiscrivimi', 'cancellami', 'annulla iscrizione'],
  nl: ['afmelden', 'uitschrijven'],
  sv: ['sluta', 'avregistrera', 'avsluta prenumeration', 'avprenumerera'],
  da: ['afmeld', 'frameld', 'afmelding'],
  nb: ['avmeld', 'meld av', 'stans'],
  fi: ['lopeta', 'peruuta tilaus', 'poista listalta'],
  pl: ['wypisz', 'wypisz mnie', 'rezygnuję', 'zatrzymaj'],
  cs: ['odhlásit', 'zastavit', 'odhlaste mě'],
  sk: ['odhlásiť', 'zastaviť'],
  hu: ['leiratkozás', 'leiratkozom'],
  ro: ['dezabonare', 'dezabonați-mă', 'opriți'],
  tr: ['dur', 'durdur', 'abonelikten çık'],
  el: ['διαγραφή', 'σταματήστε', 'διακοπή'],
  ru: ['стоп', 'отписаться', 'отписка', 'отпишите меня'],
  uk: ['відписатися', 'відписка', 'відпишіть мене'],
  ja: ['配信停止', '配信停止希望', '配信解除', '停止', 'ストップ'],
  zh: ['退订', '退訂', '取消订阅', '取消訂閱', '停止'],
  ko: ['수신거부', '수신 거부', '구독취소', '구독 취소', '중지'],
  ar: ['توقف', 'اوقف', 'ايقاف', 'الغاء', 'الغاء الاشتراك'],
  he: ['הסר', 'הסירו אותי', 'הסר אותי', 'הפסק'],
  hi: ['रोकें', 'रोको', 'बंद करें', 'सदस्यता समाप्त करें'],
  id: ['berhenti', 'berhenti berlangganan', 'stop langganan'],
  vi: ['dừng', 'dừng lại', 'hủy đăng ký', 'ngừng nhận'],
  th: ['หยุด', 'ยกเลิกการสมัคร', 'ยกเลิกรับข่าวสาร', 'เลิกรับ'],
};

/** The words that take messages up again. */
export const OPT_IN_WORDS: readonly string[] = ['start'];

/** The subject of unsubscribe emails, as messages name it. */
export const UNSUBSCRIBE_SUBJECT = 'unsubscribe';

// Capital I is the dotless one's, too.
const fold = (text: string): string => (text.length > 100 ? '' : foldWords(text).replaceAll('ı', 'i'));
const OUT = new Set(Object.values(OPT_OUT_WORDS).flat().map(fold));
const IN = new Set(OPT_IN_WORDS);

/**
 * Returns whether a message asks to end or take up messages: it says one of the words and nothing else, in whatever
 * case, with or without accents, punctuation and emoji around it. Words within a sentence mean nothing.
 */
export function optOutIntent(text: string): 'opt_out' | 'opt_in' | null {
  const word = fold(text);
  if (OUT.has(word)) return 'opt_out';
  return IN.has(word) ? 'opt_in' : null;
}

/** Opt-out words by which a lead that has a meeting may mean the meeting. */
const CANCEL_WORDS = new Set(['cancel', 'الغاء'].map(fold));

/** Returns whether a message is an opt-out word that may mean the lead's meeting instead. */
export const mayMeanMeeting = (text: string): boolean => CANCEL_WORDS.has(fold(text));

/**
 * Returns whether a mail bears the subject that we ask for an opt-out with; one that answers a mail of that name
 * doesn't.
 */
export const isUnsubscribeSubject = (subject: string): boolean => fold(subject) === UNSUBSCRIBE_SUBJECT;

const CONFIRMATIONS: Readonly<Record<string, string>> = {
  en: 'You will get no more messages from us here. Reply START to get them again.',
  es: 'No recibirás más mensajes nuestros por aquí. Responde START para volver a recibirlos.',
  pt: 'Você não receberá mais mensagens nossas por aqui. Responda START para voltar a recebê-las.',
  fr: 'Vous ne recevrez plus de messages de notre part ici. Répondez START pour en recevoir à nouveau.',
  de: 'Sie erhalten hier keine Nachrichten mehr von uns. Antworten Sie START, um sie wieder zu erhalten.',
  it: 'Non riceverai più nostri messaggi qui. Rispondi START per riceverli di nuovo.',
  nl: 'U krijgt hier geen berichten meer van ons. Antwoord START om ze weer te krijgen.',
  ar: 'لن تصلك منا رسائل أخرى هنا. أرسل START لتصلك من جديد.',
};

/** The countries in which one of these languages is the one to answer in. */
const COUNTRIES: Readonly<Record<string, string>> = {
  es: 'ES MX AR CO CL PE VE EC GT CU BO DO HN PY SV NI CR PA UY PR GQ',
  pt: 'BR PT AO MZ CV GW ST TL',
  fr: 'FR MC SN CI ML BF NE TG BJ GA CG CD HT GP MQ GF RE',
  de: 'DE AT LI',
  it: 'IT SM VA',
  nl: 'NL SR',
  ar: 'SA AE EG MA DZ TN LY SD JO LB SY IQ KW BH QA OM YE PS MR',
};

/**
 * Returns what confirms an opt-out. The English words are written everywhere, and `parar` is Spanish and Portuguese:
 * where the word leaves it open the lead's country (two letters) decides the language, else the word does.
 */
export const optOutConfirmation = (text: string, country: string | null): string =>
  CONFIRMATIONS[optOutLanguage(text, country)] ?? (CONFIRMATIONS.en as string);

/** Returns the language in which an opt-out word is answered. */
export function optOutLanguage(text: string, country: string | null): string {
  const word = fold(text);
  const languages = Object.keys(OPT_OUT_WORDS).filter((language) =>
    OPT_OUT_WORDS[language]?.some((each) => fold(each) === word),
  );
  const [local] = Object.entries(COUNTRIES).find(([, countries]) => countries.split(' ').includes(country ?? '')) ?? [];
  const fits = local !== undefined && (languages.includes(local) || languages.includes('en'));
  return fits ? local : (languages[0] ?? 'en');
}
