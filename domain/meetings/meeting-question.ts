import { optOutLanguage } from '../leads/opt-out.js';
import { inZone } from '../time/zoned.js';

const QUESTIONS: Readonly<Record<string, string>> = {
  en: 'Do you mean your appointment on {when} ({zone})? You can move or cancel it here: {url}\n\nIf you want no more messages from us, reply STOP.',
  es: '¿Te refieres a tu cita del {when} ({zone})? Puedes cambiarla o cancelarla aquí: {url}\n\nSi no quieres recibir más mensajes nuestros, responde STOP.',
  pt: 'Você se refere ao seu horário de {when} ({zone})? Pode mudá-lo ou cancelá-lo aqui: {url}\n\nSe não quiser receber mais mensagens nossas, responda STOP.',
  fr: 'Parlez-vous de votre rendez-vous du {when} ({zone}) ? Vous pouvez le déplacer ou l’annuler ici : {url}\n\nPour ne plus recevoir nos messages, répondez STOP.',
  de: 'Meinen Sie Ihren Termin am {when} ({zone})? Hier können Sie ihn verschieben oder absagen: {url}\n\nWenn Sie keine Nachrichten mehr von uns möchten, antworten Sie STOP.',
  it: 'Si riferisce al suo appuntamento di {when} ({zone})? Può spostarlo o annullarlo qui: {url}\n\nSe non vuole più ricevere nostri messaggi, risponda STOP.',
  nl: 'Bedoelt u uw afspraak op {when} ({zone})? Hier kunt u die verzetten of afzeggen: {url}\n\nWilt u geen berichten meer van ons, antwoord dan STOP.',
  ar: 'هل تقصد موعدك {when} ({zone})؟ يمكنك تغييره أو إلغاؤه هنا: {url}\n\nإذا كنت لا تريد رسائل أخرى منا، فأرسل STOP.',
};

interface MeetingQuestion {
  /** The message of the lead. */
  text: string;
  /** The lead's country (two letters). */
  country: string | null;
  startsAt: Date;
  zone: string;
  /** The page on which the lead changes the meeting. */
  url: string;
}

/** Returns the question whether a word means the lead's meeting or our messages, in the lead's language. */
export function meetingQuestion({ text, country, startsAt, zone, url }: MeetingQuestion): string {
  const language = optOutLanguage(text, country);
  const known = language in QUESTIONS ? language : 'en';
  const when = inZone(startsAt.getTime(), zone).setLocale(known).toFormat('cccc d LLLL, HH:mm');
  const values: Record<string, string> = { when, zone: zone.replaceAll('_', ' '), url };
  return (QUESTIONS[known] as string).replaceAll(/\{(when|zone|url)\}/g, (_all, name: string) => values[name] ?? '');
}
