import { foldWords } from '../values/text.js';
import { foldHeader } from './fold-header.js';

/** The channels that an opt-out column can be about; `all` is every one. */
export type OptOutChannel = 'email' | 'whatsapp' | 'call' | 'sms' | 'all';

/** The meaning of a cell of an opt-out column; `unclear` is a text that is neither a yes nor a no, such as a reason. */
export type OptOut = 'opted_out' | 'not_said' | 'unclear';

const words = (text: string): ReadonlySet<string> => new Set(text.split('|'));
const YES = words(
  '1|1 0|yes|y|true|t|x|on|checked|ja|j|oui|o|si|s|sim|tak|da|igen|evet|ano|kylla|да|はい|是|wahr|vrai|verdadero|verdadeiro|vero|waar|prawda|истина|真',
);
const NO = words(
  '0|0 0|no|n|false|f|off|unchecked|nein|non|nao|nee|nie|nem|hayir|ne|ei|нет|いいえ|否|falsch|faux|falso|onwaar|falsz|ложь|假|allow|allowed|send|subscribed|opted in|opt in|active|confirmed|unconfirmed|pending|never subscribed|not subscribed|non subscribed|not opted out|no consent|unknown|unspecified|not specified|transactional|none|null|nan|undefined|n a|na',
);
/** The values of status columns for people who have left, in the words of email and sales programs. */
const LEFT = words(
  'unsubscribed|unsubscribe|opted out|opt out|optout|optedout|cleaned|do not contact|do not call|do not email|do not e mail|do not mail|do not allow|do not send|do not text|dnc|complained|marked as spam|spam complaint|blacklisted|blocklisted|suppressed|globally suppressed|revoked|withdrawn|abgemeldet|dado de baja|baja|no contactar|desabonne|desinscrit|descadastrado|disiscritto|uitgeschreven|wypisany|avregistrerad|frameldt',
);
const LEFT_EVERYTHING = words('do not contact|dnc|no contactar');
const LONGEST_WORD = 24;
const LONGEST_FLAG = 10;

const ABOUT_LEAVING =
  /(?:^| )(?:opt(?:ed|s)? ?outs?|optedout|unsub[^ ]*|un subscri[^ ]*|do ?not ?(?:allow|call|phone|e ?mail|mail|bulk|contact|text|sms|send|disturb|market|solicit|whatsapp|message)[^ ]*|dont (?:call|contact|e ?mail|text)|don t (?:call|contact|e ?mail|text)|dnc|dnd|black ?list[^ ]*|block ?list[^ ]*|suppress[^ ]*|clean time|marked (?:email )?as spam|spam complaint|abgemeldet|werbesperre|keine werbung|kein anruf|nicht (?:anrufen|kontaktieren)|no (?:llamar|contactar|enviar|molestar)|(?:dado de )?baja|desabonne[^ ]*|desinscri[^ ]*|ne pas (?:appeler|contacter)|descadastrad[^ ]*|nao (?:ligar|contatar|contactar|enviar)|disiscritt[^ ]*|non (?:chiamare|contattare)|uitgeschreven|niet (?:bellen|mailen|contacteren)|wypisan[^ ]*)(?: |$)/;
const ABOUT_SOMETHING_ELSE =
  /(?:^| )(?:fax[^ ]*|postal[^ ]*|letter|reason|campaign|link|url|token|ip|count|rate|source|by|id|sell|share|track[^ ]*|page|hash)(?: |$)/;
const ABOUT_EVERYTHING =
  /(?:^| )(?:dnc|dnd|do ?not ?(?:contact|disturb|market|solicit|send)[^ ]*|don ?t contact|no contactar|opt|opts|opted|optedout|optout|black|block|blacklist[^ ]*|blocklist[^ ]*|werbesperre)(?: |$)/;
const CHANNELS: readonly [RegExp, Exclude<OptOutChannel, 'all'>][] = [
  [/whats ?app/, 'whatsapp'],
  [/(?:^| )(?:sms|mms|texts?|text messages?|mobile)(?: |$)|donotsms|donottext/, 'sms'],
  [/e ?mail|newsletter|mail|correo|courriel/, 'email'],
  [
    /(?:^| )(?:do ?not ?)?(?:calls?|calling|phone[^ ]*|telephone|telefon[^ ]*|anruf[^ ]*|anrufen|llamar|llamadas|appeler|ligar|chiamare|bellen)(?: |$)/,
    'call',
  ],
];
const ABOUT_CONSENT =
  /(?:^| )(?:status|state|consent|subscri[^ ]*|newsletter|marketing|permissions?|opt in|accepts?|estado|statut|zustimmung|einwilligung|consentimiento|consentement|consenso|toestemming)(?: |$)/;

/**
 * Returns the channel that a header's column opts people out of; undefined for a column about something else. An
 * opt-out without a channel counts for all of them, one of a mailing list for e-mail.
 */
export function optOutChannel(header: string): OptOutChannel | undefined {
  // Behind the colon: what the mail is about.
  const folded = foldHeader(header.split(':', 1)[0] ?? '');
  if (!ABOUT_LEAVING.test(folded) || ABOUT_SOMETHING_ELSE.test(folded)) return undefined;
  return channelOf(folded) ?? (ABOUT_EVERYTHING.test(folded) ? 'all' : 'email');
}

/** Returns the channel of a status column, such as `Marketing status`, some of whose cells say that people have left. */
export function leavingStatusChannel(header: string, left: number): OptOutChannel | undefined {
  const folded = foldHeader(header);
  return left > 0 && ABOUT_CONSENT.test(folded) ? (channelOf(folded) ?? 'email') : undefined;
}

const channelOf = (folded: string) => CHANNELS.find(([pattern]) => pattern.test(folded))?.[1];

/** Returns whether a cell says in a word of its own, such as `Unsubscribed`, that a person has left. */
export const isOptOut = (text: string): boolean => text.length <= LONGEST_WORD && LEFT.has(foldWords(text));

/** Returns whether a cell asks for no contact on any channel. */
export const isFullOptOut = (text: string): boolean =>
  text.length <= LONGEST_WORD && LEFT_EVERYTHING.has(foldWords(text));

/** Returns whether a cell is a plain yes or no. */
export const isFlag = (text: string): boolean =>
  text.length <= LONGEST_FLAG && (/^-?1$|^[✓✔☑]$/.test(text) || YES.has(foldWords(text)) || NO.has(foldWords(text)));

/** Reads a cell of an opt-out column as exports write it. */
export function readOptOut(text: string): OptOut {
  const word = text.length <= LONGEST_WORD ? foldWords(text) : text;
  if (YES.has(word) || LEFT.has(word) || /^-?1$|^[✓✔☑]$/.test(text.trim())) return 'opted_out';
  return word === '' || NO.has(word) ? 'not_said' : 'unclear';
}
