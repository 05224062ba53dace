/** The reason why a mail server refused a mail: whose doing it is, and whether it is for good. */
export type RefusalCause =
  /** The address or its domain doesn't exist, or takes no mail any more. */
  | 'recipient_gone'
  /** The mailbox is full. */
  | 'recipient_full'
  /** The sender: its domain, authentication, reputation, quota or rate, or what it writes. */
  | 'sender'
  /** Anything else: a server out of order, a loop, a mail that is too large, or nothing that is known. */
  | 'other';

/** The known data of a rejection. */
export interface MailRefusal {
  /** The enhanced code (RFC 3463) or else the three digits of the answer; null where there is neither. */
  code: string | null;
  /** The server's words. */
  text: string;
  /** The command that was refused, where it is known. */
  stage?: 'mail_from' | 'rcpt' | 'data' | undefined;
  /** The domain that the mail is from. */
  senderDomain?: string | null | undefined;
}

const MAX_TEXT = 4_000;
/** Codes that say that the address or its domain isn't there, or takes no mail any more (RFC 3463, RFC 7505). */
const GONE_CODE = /^5\.(1\.([0-46]|10)|2\.1|4\.4|4\.310)$/;
const WHO = '(user(id)?|recipient|addressee|mailbox|inbox|address|account|person|customer|host|domain)s?';
const GONE_WORDS = new RegExp(
  [
    `\\b(unknown|invalid|no such|non-?existent|inactive|disabled|bad|unrouteable|unroutable|illegal)(( or)? \\w{1,30}){0,2} ${WHO}\\b`,
    `\\b${WHO}\\b.{0,80}?\\b(unknown|not found|unavailable|inactive|disabled|deactivated|suspended|closed|not known|not exist|n.?t exist|no longer|not listed|not recogni[sz]ed|invalid|(not|n.?t) (be )?found|unrouteable|unroutable)\\b`,
    '\\bnot (our|a (known|valid|local)) (user|customer|recipient)|\\bno (mailbox|user|account)s? (here|by|with|found)\\b|recipient address rejected(: access denied)?\\W{0,5}(as\\(\\d{1,12}\\))?\\W{0,5}(\\[|$)',
    '(could ?n.?t|could not|can.?t|can ?not) (find|locate) (any|the|a)? ?(host|domain|user|mail)|does ?n.t have an? \\S{1,60} account',
    "unbekannt|existiert nicht|nicht gefunden|no existe|desconocid[oa]|inconnue?\\b|n'existe pas|non esiste|sconosciut[oa]|n[aã]o existe|onbekend|bestaat niet",
    '存在しない|存在しません|見つかりません|該当するユーザー|不存在|无此用户|無此|не существует|не найден|존재하지|없는 (사용자|메일|수신)|nie istnieje|neexistuje|nem létezik|finns inte|findes ikke|finnes ikke|bulunamad',
  ].join('|'),
  'i',
);
const FULL_WORDS =
  /(mailbox|mail box|inbox|account|user|recipient|quota|storage|disk|maildir)[^.]{0,60}\b(full|over ?quota|over its quota|exceed(ed|s)?|out of (storage|space))\b|over ?quota|quota (exceed|violat)|exceed\w{0,3} (storage|quota|mailbox|disk)|(mailbox|quota) (size )?(limit|exceed)|out of storage|insufficient (disk|storage|system storage)|not enough (storage|disk)|no space left|mailbox frozen|postfach (ist )?voll|buz[oó]n (est[aá] )?lleno|bo[iî]te pleine|casella piena|caixa cheia|一杯|容量|已满|已滿|переполнен|가득|용량/i;
/** The sender's doing, whatever the code. The recipient's own limits are looked at before. */
const SENDER_WORDS = new RegExp(
  [
    '\\bspf\\b|\\bdkim\\b|\\bdmarc\\b|\\bbimi\\b|\\bptr\\b|reverse dns|\\brdns\\b|forward confirmed|\\bhelo\\b|\\behlo\\b|unauthenticated|not authenticated|authenticat|tls (is )?required',
    'black ?list|block ?list|black ?listed|\\bdnsbl\\b|\\brbls?\\b|spamhaus|spamcop|barracuda ?central|sorbs|uceprotect|proofpoint|\\bsnds\\b|\\bs[37]\\d{3}\\b|senderbase|senderscore|talos',
    'reputation|suspicious|unsolicited|\\bspam(my|ming)?\\b|\\bphish|virus(?!wall)|malware|policy (reasons?|violation|restrict)|(local|site|security|content|message) polic(y|ies)|content (rejected|filter)|message (content )?(rejected|filtered|blocked)|rejected (as|by) (spam|content)|\\bjunk\\b',
    '\\b(blocked|banned|blacklisted|denied) (by|using|for|from|due)\\b|client host.{0,40}(blocked|rejected)|(your|sending|source) (ip|host|server|domain|network|mail server)',
    '\\bsender\\b.{0,60}(reject|denied|block|verif|unknown|not exist|invalid|not allowed|refus|unresolv|not found|not permitted|not own)|(mail ?from|envelope.from|return.path)\\b|invalid sender|unknown sender|bad sender|sender address|not (authori[sz]ed|allowed|permitted) to (send|relay|use)|send as',
    '(daily|hourly|sending|message|rate|frequency|relay|outgoing|mail|user sending|connection) (quota|limit|rate limit)|(limit|quota) (of|on|for) (messages|recipients|mails|e-?mails)|too many (messages|mails|emails|recipients|connections|concurrent|invalid)|rate.?limit|throttl|over (its |the |your )?(rate|sending)|sending (limit|quota)|exceeded the (rate|limit|maximum number)|at a rate|slow down',
    'relay(ing)? (access )?(denied|not (allowed|permitted))|account (is |has been )?(suspended|locked|disabled) .{0,40}send|suspended.{0,30}(sending|outgoing)|payment required|unpaid',
  ].join('|'),
  'i',
);
/** Temporary problems of the recipient's own server, which aren't the sender's fault. */
const RECEIVING_WORDS = /receiving mail (at a rate|too quickly)|recipient.{0,40}(rate|per hour|per day)|grey-?list/i;
/** Problems of neither side: a loop, a size, a broken server. */
const OTHER_WORDS =
  /try again|temporar|too (large|big)|message size|hop count|\bloop|not accepting|connection|timed out|expired|polic(y|ies)|\bblocked\b|\bsender\b|restricted|only accepts/i;
/** The sender's own domain or address, or its right to send. */
const SENDER_CODE = /^[45]\.(1\.[78]|7\.\d{1,3}|4\.5|3\.5)$/;
/** Members only, and other rules that the recipient made. */
const RESTRICTED_CODE = /^[45]\.7\.(2|12[49]|13[0-8]|193)$/;

/** Judges a refusal by its stage, its code and its words, in that order of trust. */
export function causeOfRefusal({ code, text, stage, senderDomain }: MailRefusal): RefusalCause {
  const words = text.slice(0, MAX_TEXT).replace(/\s+/g, ' ');
  const isPermanent = (code ?? '5').startsWith('5');
  const isGone = GONE_CODE.test(code ?? '') || GONE_WORDS.test(words);
  // A server that is busy or out of order refuses every command for now; only its words blame the sender.
  if (stage === 'mail_from' && isPermanent)
    return /message size|too (large|big)|^5\.3\.4/i.test(`${code ?? ''} ${words}`) ? 'other' : 'sender';
  if (/^[45]\.1\.[78]$/.test(code ?? '') || isAbout(words, senderDomain)) return 'sender';
  if (/^[45]\.2\.2$/.test(code ?? '') && !/rate|receiving/i.test(words)) return 'recipient_full';
  if (FULL_WORDS.test(words) && !/\b(daily|hourly|sending|rate)\b/i.test(words)) return 'recipient_full';
  if (RECEIVING_WORDS.test(words) || RESTRICTED_CODE.test(code ?? '')) return 'other';
  if (SENDER_WORDS.test(words)) return 'sender';
  if (SENDER_CODE.test(code ?? '') && !(GONE_WORDS.test(words) && !OTHER_WORDS.test(words))) return 'sender';
  return isPermanent && isGone && !OTHER_WORDS.test(words) ? 'recipient_gone' : 'other';
}

/** Returns whether the words say that the sender's own domain or address is missing or unwanted. */
function isAbout(words: string, domain: string | null | undefined): boolean {
  if (!domain) return false;
  const lower = words.toLowerCase();
  const at = lower.indexOf(domain.toLowerCase());
  if (at < 0) return false;
  const around = lower.slice(Math.max(0, at - 80), at + domain.length + 80);
  return GONE_WORDS.test(around) || /reject|denied|block|not allowed|refus|unresolv|mx record/.test(around);
}
