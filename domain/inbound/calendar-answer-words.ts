import type { AttendeeAnswerKind } from '../../schemas/meetings/meetings.js';
import { alternatives, foldPhrase, wordsOf } from './phrases.js';

/** The words of calendar programs before the title of a meeting that they answer, in all their languages. */
const ANSWER_WORDS: readonly (readonly [AttendeeAnswerKind, string])[] = [
  [
    'proposed',
    'new time proposed|proposed new time|proposed a new time|new time proposal|time change proposed|countered|counter proposal|proposes a new time|neue zeit vorgeschlagen|neuer terminvorschlag|neue uhrzeit vorgeschlagen|andere zeit vorgeschlagen|gegenvorschlag|nueva hora propuesta|nuevo horario propuesto|hora nueva propuesta|propuesta de nueva hora|propuesta de nuevo horario|nouvelle heure proposée|nouvel horaire proposé|nouvelle proposition d’horaire|proposition de nouvelle heure|nuova ora proposta|nuovo orario proposto|proposta di nuovo orario|proposto nuovo orario|nova hora proposta|novo horário proposto|proposta de novo horário|nieuwe tijd voorgesteld|nieuw tijdstip voorgesteld|ny tid föreslagen|ny tid har föreslagits|nyt tidspunkt foreslået|ny tid foreslået|nytt tidspunkt foreslått|ehdotettu uusi aika|uusi aika ehdotettu|zaproponowano nowy termin|proponowany nowy termin|navržen nový čas|navrhovaný nový čas|új időpont javasolva|oră nouă propusă|yeni saat önerildi|yeni zaman önerildi|προτάθηκε νέα ώρα|предложено новое время|запропоновано новий час|新しい日時の提案|新しい時間の提案|新しい時刻の提案|日時の変更を提案|建议新时间|提议的新时间|建議的新時間|提議新時間|새 시간 제안됨|새로운 시간 제안|تم اقتراح وقت جديد|הוצעה שעה חדשה|nova hora proposada',
  ],
  [
    'tentative',
    'tentative|tentatively accepted|has tentatively accepted|maybe|mit vorbehalt|unter vorbehalt|vorläufig|vorläufig zugesagt|vielleicht|mit vorbehalt zugesagt|provisional|provisionalmente aceptado|provisionalmente aceptada|aceptado provisionalmente|aceptada provisionalmente|tentativo|tentativa|quizás|quizá|tal vez|provisoire|accepté provisoirement|acceptée provisoirement|peut-être|provvisorio|provvisoria|accettato provvisoriamente|accettazione provvisoria|forse|provisório|provisória|aceito provisoriamente|aceite provisoriamente|talvez|voorlopig|voorlopig geaccepteerd|misschien|onder voorbehoud|preliminärt|preliminär|preliminärt accepterat|kanske|foreløbig|foreløbigt accepteret|måske|foreløpig|forsøksvis|kanskje|alustava|alustavasti hyväksytty|ehkä|wstępna akceptacja|wstępnie zaakceptowano|wstępnie|może|nezávazně|předběžně|předběžně přijato|možná|predbežné|feltételes|feltételesen elfogadva|talán|provizoriu|poate|geçici|belki|δοκιμαστικό|ίσως|под вопросом|предварительно|предварительно принято|возможно|під питанням|попередньо|можливо|仮承諾|仮の予定|未定|暂定|暫定|待定|可能|미정|임시 수락|مبدئي|ربما|טנטטיבי|אולי',
  ],
  [
    'declined',
    'declined|has declined|invitation declined|decline|abgelehnt|hat abgelehnt|absage|abgesagt|rechazado|rechazada|ha rechazado|declinado|declinada|no asistirá|refusé|refusée|a refusé|décliné|déclinée|a décliné|refus|rifiutato|rifiutata|ha rifiutato|declinato|recusado|recusada|recusou|rejeitado|rejeitada|geweigerd|heeft geweigerd|afgewezen|afgeslagen|avböjt|avböjd|har avböjt|avvisat|nekad|tackat nej|afvist|har afvist|afslået|avslått|avvist|har avslått|hylätty|kieltäytynyt|odrzucono|odrzucone|odmowa|odmítnuto|odmietnuté|zamietnuté|elutasítva|visszautasítva|refuzat|respins|reddedildi|απορρίφθηκε|отклонено|отклонена|отказ|відхилено|відмова|辞退|辞退済み|辞退しました|欠席|不参加|拒否|已拒绝|已拒絕|已谢绝|已謝絕|拒绝|거절|거절됨|거부됨|مرفوض|تم الرفض|נדחה|סירוב|refusat|rebutjat',
  ],
  [
    'accepted',
    'accepted|has accepted|invitation accepted|accept|zugesagt|hat zugesagt|zusage|angenommen|hat angenommen|akzeptiert|aceptado|aceptada|ha aceptado|accepté|acceptée|a accepté|acceptation|accettato|accettata|ha accettato|aceito|aceita|aceitou|aceite|aceitado|geaccepteerd|heeft geaccepteerd|aanvaard|accepterat|accepterad|har accepterat|godkänt|tackat ja|accepteret|har accepteret|godtatt|akseptert|har godtatt|hyväksytty|hyväksynyt|zaakceptowano|zaakceptowane|przyjęto|přijato|prijaté|elfogadva|acceptat|kabul edildi|έγινε αποδοχή|αποδεκτό|принято|принята|прийнято|承諾|承諾済み|承諾しました|受諾|出席|参加|已接受|接受|수락|수락됨|مقبول|تم القبول|التقبل|התקבל|אושר|acceptada',
  ],
];

const EVENT_WORDS =
  "(?: (?:your |the |this |deine |die |tu |la |l'|votre |il tuo |o seu |o |uw |din )?(?:calendar |event )?(?:invitation|invite|event|meeting|meeting request|einladung|termin|invitacion|evento|reunion|reunion|invito|riunione|convite|uitnodiging|inbjudan|moteinbjudan))?";
const DIVIDER = '["“”«»]{0,2}(?:[:：–—-]|: ?["“«])? ?["“”«»]{0,2}';

const BEFORE_TITLE = ANSWER_WORDS.map(
  ([kind, words]) =>
    [
      kind,
      new RegExp(
        `^(?:(?:event )?invitation (?:reply|response):? ?\\(?|(?<name>(?:[\\p{L}.'@_-]{1,60} ){1,4}))?(?:${alternatives(words)})\\)?${EVENT_WORDS} ?${DIVIDER}`,
        'u',
      ),
    ] as const,
);
const NEGATION = /(^| )(not|never|no|nicht|nie|ne|pas|non|nao|niet|inte|ikke|ei|nie|не)( |$)|n't /;

/** An answer as a subject gives it, and the rest of the subject, folded, which begins with the title of what is answered. */
export interface SubjectAnswer {
  answer: AttendeeAnswerKind;
  rest: string;
  /** True if the subject begins with the answer and a colon, as programs write it. */
  isPlain: boolean;
}

/** Reads what a subject answers to an invitation; null for one that begins with other words. */
export function answerInSubject(subject: string): SubjectAnswer | null {
  const folded = foldPhrase(subject.slice(0, 300));
  for (const [answer, pattern] of BEFORE_TITLE) {
    const found = pattern.exec(folded);
    if (!found || NEGATION.test(found[0])) continue;
    const rest = folded.slice(found[0].length).trim();
    if (rest === '' || /^[\p{L}\p{N}]/u.test(folded.slice(found[0].length)) === /[\p{L}\p{N}]$/u.test(found[0]))
      continue;
    return { answer, rest, isPlain: !found.groups?.name && /[:：]/.test(found[0]) };
  }
  return null;
}

const ANSWERS = wordsOf(
  `${ANSWER_WORDS.map(([, words]) => words).join('|')}|hat ihre einladung|hat deine einladung|aceptó|rechazó|a répondu|responded to|antwortete`,
);
const OCCASIONS = wordsOf(
  'invitation|invite|event|meeting|appointment|einladung|termin|besprechung|termineinladung|invitación|evento|reunión|cita|rendez-vous|réunion|événement|invito|riunione|appuntamento|convite|reunião|compromisso|uitnodiging|afspraak|vergadering|inbjudan|möte|møde|invitasjon|møte|kutsu|kokous|zaproszenie|spotkanie|pozvánka|schůzka|meghívó|értekezlet|davet|toplantı|πρόσκληση|приглашение|встреча|встречу|запрошення|招待|予定|会議|邀请|会议|會議|邀請|초대|회의|일정|دعوة|اجتماع|הזמנה|פגישה',
);

/** Returns whether a line only states in a program's words that someone answered an invitation. */
export const isAnswerNotice = (line: string): boolean => {
  const folded = foldPhrase(line.slice(0, 400));
  return folded.length < 300 && ANSWERS.test(folded) && OCCASIONS.test(folded);
};
