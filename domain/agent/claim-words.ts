import type { Language } from '../../schemas/agents/talking.js';

/** An action that an answer can claim as done. */
export type ClaimedAction = 'booked' | 'changed' | 'unsubscribed' | 'sent' | 'passed_on' | 'done';

/** So many words may stand between the parts of a claim. */
const gap = (most: number): string => `(?: [^ ]+){0,${most}}`;

const EN_I = '(?:i|we)(?: have| ve)?(?: just| already| now| successfully| also| gone ahead and| went ahead and){0,2}';
const EN_NOW = '(?: now| already| just| all| successfully| hereby){0,2}';
const EN_MEETING = '(?:appointment|meeting|booking|call|reservation|visit|consultation|session)';
const ES_MEETING = '(?:cita|reunión|reserva|llamada|visita|consulta|turno|sesión)';
const PT_MEETING = '(?:consulta|reunião|horário|agendamento|reserva|chamada|visita|marcação|sessão|encontro)';
const DE_MEETING = '(?:termin|gespräch|treffen|buchung|besuch|meeting|reservierung|rückruf)';
const DE_I = '(?:ich habe|wir haben|habe ich|haben wir|ich hab|hab ich)';
const FR_MEETING = '(?:rendez vous|rdv|réunion|réservation|appel|visite|consultation)';
const FR_I = '(?:j ai|nous avons|on a)';
const AR_MEETING = '(?:موعد|الموعد|موعدك|موعدكم|موعدا|حجزك|الحجز|اجتماعك|الاجتماع|مكالمتك)';

/**
 * Phrases that claim a completed action: on lower-case words with their accents, `^` where a clause must begin with it
 * and `!` where it holds a negation itself. Offers, questions and promises have another form.
 */
export const CLAIMS: Record<Language, readonly (readonly [deed: ClaimedAction, pattern: string])[]> = {
  en: [
    [
      'booked',
      `${EN_I} (?:booked|reserved|scheduled|arranged|confirmed|secured|pencilled|penciled)(?: you| it| your| this| that| the| a| an| us| everything)`,
    ],
    ['booked', `${EN_I} (?:made|set up|created|added)(?: your| the| an| a| that)? ${EN_MEETING}`],
    ['booked', `${EN_I} (?:put|got|signed) you (?:down|in|up|booked)`],
    [
      'booked',
      `(?:you re|you are|youre)${EN_NOW} (?:booked|confirmed|scheduled|registered|set for|down for|in for|signed up)`,
    ],
    [
      'booked',
      `(?:your|the|this) ${EN_MEETING}${gap(5)} (?:is|has been|was)${EN_NOW} (?:booked|confirmed|scheduled|reserved|arranged|made|set|fixed)`,
    ],
    [
      'booked',
      `(?:it|that|everything|this)(?: is| s| has been)${EN_NOW} (?:booked|confirmed|scheduled|reserved|arranged|in the calendar|in your calendar)`,
    ],
    [
      'booked',
      `(?:your|the) ${EN_MEETING} is (?:on|at|tomorrow|today|for|monday|tuesday|wednesday|thursday|friday|saturday|sunday)`,
    ],
    ['booked', `you have an? ${EN_MEETING} (?:on|at|tomorrow|today|with)`],
    ['booked', '^(?:ok |okay |great |perfect |and |all )?(?:booked|confirmed|reserved|scheduled)'],
    ['done', '^(?:ok |okay |great |perfect |all |it s |that s |consider it )?(?:done|sorted)$'],
    ['booked', '^(?:you re |you are |we re )?all set (?:for|on|at)'],
    [
      'changed',
      `${EN_I} (?:cancelled|canceled|moved|rescheduled|postponed|shifted|called off)(?: it| your| the| that| this| you)`,
    ],
    ['changed', `${EN_I} changed (?:your|the) (?:${EN_MEETING}|time|date)`],
    [
      'changed',
      `${EN_I} (?:deleted|erased|removed) (?:all )?(?:of )?your (?:data|details|information|account|file|number|${EN_MEETING})`,
    ],
    [
      'changed',
      `(?:${EN_MEETING}|it|that)${gap(5)} (?:is|has been|was|s)${EN_NOW} (?:cancelled|canceled|moved|rescheduled|postponed|deleted)`,
    ],
    ['changed', '^(?:ok |okay |all )?(?:cancelled|canceled|rescheduled)'],
    ['unsubscribed', `${EN_I} (?:unsubscribed|removed|taken|deleted|opted) you`],
    [
      'unsubscribed',
      `(?:you have been|you ve been|you re|you are)${EN_NOW} (?:unsubscribed|removed|opted out|off the list)`,
    ],
    ['unsubscribed', '!you (?:won t|will no longer|will not|ll no longer) (?:receive|get|hear)'],
    [
      'sent',
      `${EN_I} (?:sent|e mailed|emailed|mailed|texted|messaged)(?: you| it| the| your| a| an| them| that| this)`,
    ],
    [
      'sent',
      `(?:e mail|email|mail|message|confirmation|invitation|invite|sms|text|link|brochure)${gap(3)} (?:is|has been|was|s)${EN_NOW} (?:sent|on its way|on the way)`,
    ],
    [
      'passed_on',
      `${EN_I} (?:forwarded|escalated|transferred|relayed|submitted|referred|handed)(?: it| this| that| your| you| the| everything)`,
    ],
    ['passed_on', `${EN_I} passed (?:it|this|that|your|everything)${gap(3)} (?:on|to|along)`],
    [
      'passed_on',
      `${EN_I} (?:informed|notified|alerted|told|contacted|asked|messaged) (?:the|my|our|a|one of|someone)(?! (?:question|truth))`,
    ],
    ['passed_on', `${EN_I} let (?:the|my|our|a) [^ ]+ know`],
    [
      'passed_on',
      `(?:message|request|question|inquiry|enquiry|it|this)${gap(2)} (?:has been|was|is)${EN_NOW} (?:forwarded|passed on|escalated|transferred|submitted)`,
    ],
    ['passed_on', `(?:team|colleagues?|doctor|manager) (?:has|have) been (?:informed|notified|told|alerted)`],
  ],
  es: [
    ['booked', '(?:he|hemos)(?: ya)? (?:reservado|agendado|programado|confirmado|apuntado|fijado|concertado)'],
    ['booked', '(?:te |le |os |ya |lo |la ){0,2}(?:reservé|agendé|programé|confirmé|apunté)'],
    [
      'booked',
      `(?:tu|su|la|el) ${ES_MEETING}${gap(6)} (?:está|queda|quedó|ha quedado|ha sido|fue)(?: ya)? (?:reservad|confirmad|agendad|programad|hech)[oa]`,
    ],
    [
      'booked',
      '(?:queda|quedas|quedó|has quedado|estás|está|queda todo)(?: ya| todo)? (?:reservad|apuntad|agendad|confirmad)[oa]',
    ],
    ['booked', `(?:tu|su) ${ES_MEETING} es (?:el|mañana|hoy|a|este)`],
    ['booked', `(?:tienes|tiene)(?: una| la)? ${ES_MEETING} (?:el|mañana|hoy|para|a)`],
    ['booked', '^(?:ya |perfecto |vale )?(?:reservado|reservada|agendado|agendada|confirmado|confirmada)'],
    ['done', '^(?:ya está |ya )?(?:hecho|listo)$'],
    [
      'changed',
      `(?:he|hemos)(?: ya)? (?:cancelado|anulado|cambiado|movido|aplazado|reprogramado|pospuesto|eliminado|borrado) (?:tu|su|la|el|tus|sus) (?:${ES_MEETING}|datos|cuenta|hora)`,
    ],
    [
      'changed',
      '(?:la|lo|te la|te lo|se la|se lo) (?:he|hemos)(?: ya)? (?:cancelado|anulado|cambiado|movido|aplazado|reprogramado|pospuesto)',
    ],
    ['changed', `(?:cancelé|anulé|cambié|moví|aplacé) (?:tu|su|la|el) ${ES_MEETING}`],
    [
      'changed',
      `${ES_MEETING}${gap(6)} (?:está|queda|quedó|ha quedado|ha sido|fue)(?: ya)? (?:cancelad|anulad|cambiad|movid|aplazad|reprogramad)[oa]`,
    ],
    ['changed', '^(?:ya )?(?:cancelado|cancelada|anulado|anulada)'],
    ['unsubscribed', '(?:te|le) (?:he|hemos)(?: ya)? (?:dado de baja|borrado|eliminado|quitado)'],
    ['unsubscribed', '(?:te|le) di de baja'],
    ['unsubscribed', '(?:has sido|ha sido|estás|está|quedas|queda)(?: ya)? dad[oa] de baja'],
    ['unsubscribed', '!(?:ya )?no (?:recibirás|recibirá|volverás a recibir|volverá a recibir)'],
    ['sent', '(?:te|le|os|te lo|te la|se lo|se la) (?:he|hemos)(?: ya)? (?:enviado|mandado)'],
    ['sent', '(?:te|le|os|te lo|se lo) (?:acabo|acabamos) de (?:enviar|mandar)'],
    ['sent', '(?:te|le|os|te lo|se lo) (?:envié|mandé)'],
    [
      'sent',
      `(?:correo|email|e mail|mensaje|confirmación|invitación|sms|enlace)${gap(3)} (?:ha sido|está|fue|va)(?: ya)? (?:enviad[oa]|en camino)`,
    ],
    [
      'passed_on',
      '(?:he|hemos)(?: ya)? (?:avisado|informado|notificado|contactado|preguntado|hablado) (?:a|al|con|a la)',
    ],
    [
      'passed_on',
      '(?:he|hemos)(?: ya)? (?:pasado|reenviado|trasladado|derivado|remitido|transferido|escalado) (?:tu|su|el|la|esto|a|al)',
    ],
    [
      'passed_on',
      '(?:lo|la|se lo|te|le) (?:he|hemos)(?: ya)? (?:pasado|reenviado|trasladado|derivado|remitido|transferido|escalado)',
    ],
    ['passed_on', '(?:avisé|informé|notifiqué) (?:a|al)'],
    [
      'passed_on',
      `(?:mensaje|solicitud|consulta|petición|duda|pregunta)${gap(2)} (?:ha sido|fue|está)(?: ya)? (?:reenviad|pasad|trasladad|derivad|transferid|remitid)[oa]`,
    ],
  ],
  pt: [
    ['booked', '(?:reservei|agendei|marquei|confirmei|programei)'],
    ['booked', 'já (?:reservamos|agendamos|marcamos|confirmamos)'],
    ['booked', `${PT_MEETING}${gap(6)} (?:está|foi|ficou|fica)(?: já)? (?:reservad|agendad|marcad|confirmad|feit)[oa]`],
    ['booked', '(?:está|ficou|fica|tá|você está|você já está)(?: tudo)? (?:reservad|agendad|marcad|confirmad)[oa]'],
    ['booked', `(?:sua|seu) ${PT_MEETING} é (?:na|no|em|amanhã|hoje|às|dia|terça|quarta|quinta|sexta|segunda)`],
    ['booked', '^(?:já )?(?:reservado|reservada|agendado|agendada|marcado|marcada|confirmado|confirmada)'],
    ['done', '^(?:está )?(?:pronto|feito)$'],
    ['changed', `(?:cancelei|desmarquei|remarquei|adiei|alterei|mudei)(?: já)?(?: a| o)?(?: sua| seu)? ${PT_MEETING}`],
    ['changed', '(?:já (?:a |o )?|(?:a|o) )?(?:cancelei|desmarquei|remarquei|adiei)'],
    ['changed', '(?:apaguei|excluí|eliminei) (?:os |todos os )?(?:seus |teus )?dados'],
    [
      'changed',
      `${PT_MEETING}${gap(6)} (?:está|foi|ficou)(?: já)? (?:cancelad|desmarcad|remarcad|alterad|adiad|mudad)[oa]`,
    ],
    ['changed', '^(?:já )?(?:cancelado|cancelada|desmarcado|desmarcada|remarcado|remarcada)'],
    [
      'unsubscribed',
      '(?:descadastrei|removi|retirei|excluí|cancelei) (?:você|o seu cadastro|a sua inscrição|sua inscrição|seu cadastro|seu e mail|o seu e mail)',
    ],
    ['unsubscribed', 'você(?: já)? (?:foi|está) (?:descadastrad|removid|excluíd)[oa]'],
    ['unsubscribed', '!(?:você )?não (?:receberá|vai receber|vai mais receber)'],
    ['sent', '(?:enviei|mandei|acabei de enviar|acabei de mandar)'],
    [
      'sent',
      `(?:e mail|email|mensagem|confirmação|convite|sms|link)${gap(3)} (?:foi|está)(?: já)? (?:enviad[oa]|a caminho)`,
    ],
    ['passed_on', '(?:encaminhei|repassei|avisei|informei|notifiquei|transferi|contatei|contactei|escalei)'],
    ['passed_on', '(?:passei|falei) (?:a|o|isso|sua|seu|para|com)'],
    [
      'passed_on',
      `(?:mensagem|solicitação|pedido|dúvida|pergunta)${gap(2)} (?:foi|está)(?: já)? (?:encaminhad|repassad|transferid|passad)[oa]`,
    ],
  ],
  de: [
    [
      'booked',
      `${DE_I}${gap(8)} (?:gebucht|reserviert|eingetragen|vereinbart|bestätigt|vorgemerkt|angelegt|eingeplant)`,
    ],
    [
      'booked',
      `(?:${DE_MEETING}|es|das|alles)${gap(7)} (?:ist|wurde)${gap(6)} (?:gebucht|reserviert|bestätigt|eingetragen|vereinbart|vorgemerkt)`,
    ],
    [
      'booked',
      `(?:ist|wurde) (?:ihr|dein|der) ${DE_MEETING}${gap(6)} (?:gebucht|reserviert|bestätigt|eingetragen|vereinbart)`,
    ],
    ['booked', `(?:sie sind|du bist)${gap(6)} (?:gebucht|eingetragen|angemeldet|vorgemerkt|bestätigt)`],
    ['booked', `(?:ihr|dein) ${DE_MEETING} ist (?:am|morgen|heute|um|übermorgen)`],
    ['booked', `(?:sie haben|du hast) (?:einen|ihren|deinen) ${DE_MEETING} (?:am|morgen|heute|um)`],
    ['booked', '^(?:ist |schon |alles )?(?:gebucht|reserviert|bestätigt|eingetragen)'],
    ['done', '^(?:ist |schon |das ist |alles )?(?:erledigt|fertig)$'],
    ['changed', `${DE_I}${gap(8)} (?:storniert|abgesagt|verschoben|verlegt|umgebucht)`],
    ['changed', `${DE_I}${gap(3)} (?:termin|daten)${gap(4)} (?:geändert|gelöscht)`],
    [
      'changed',
      `(?:${DE_MEETING}|es|das)${gap(7)} (?:ist|wurde)${gap(6)} (?:storniert|abgesagt|verschoben|verlegt|umgebucht|gelöscht)`,
    ],
    ['changed', '^(?:ist |schon )?(?:storniert|abgesagt|verschoben|umgebucht)'],
    ['unsubscribed', `${DE_I} (?:sie|dich)${gap(6)} (?:abgemeldet|ausgetragen|entfernt|gelöscht)`],
    ['unsubscribed', `(?:sie sind|sie wurden|du bist|du wurdest)${gap(5)} (?:abgemeldet|ausgetragen|entfernt)`],
    ['unsubscribed', `!(?:sie erhalten|sie bekommen|du erhältst|du bekommst)${gap(4)} keine${gap(4)} mehr`],
    [
      'sent',
      `${DE_I}${gap(8)} (?:geschickt|gesendet|zugesendet|zugesandt|zugeschickt|gemailt|verschickt|versandt|gesandt)`,
    ],
    [
      'sent',
      `(?:e mail|mail|nachricht|bestätigung|einladung|sms|link)${gap(4)} (?:ist|wurde)${gap(4)} (?:unterwegs|verschickt|gesendet|versendet|versandt)`,
    ],
    [
      'passed_on',
      `${DE_I}${gap(8)} (?:weitergeleitet|weitergegeben|informiert|benachrichtigt|verständigt|übergeben|gebeten|kontaktiert)`,
    ],
    [
      'passed_on',
      `(?:anfrage|nachricht|anliegen|frage|es|das)${gap(4)} (?:ist|wurde)${gap(4)} (?:weitergeleitet|weitergegeben|übergeben)`,
    ],
  ],
  fr: [
    ['booked', `${FR_I}${gap(3)} (?:réservée?|planifiée?|programmée?|confirmée?|fixée?|calée?)`],
    [
      'booked',
      '(?:je|nous) (?:vous|t|te|l|vous l) (?:ai|avons)(?: bien| déjà)? (?:inscrite?|réservée?|confirmée?|réservé)',
    ],
    [
      'booked',
      `${FR_MEETING}${gap(6)} (?:est|a été)${gap(2)} (?:réservée?|confirmée?|planifiée?|programmée?|fixée?|enregistrée?|prise?)`,
    ],
    ['booked', '(?:c est|tout est)(?: bien)? (?:réservé|confirmé)'],
    ['booked', `vous êtes${gap(2)} (?:inscrite?|attendue?|réservée?|confirmée?)`],
    ['booked', `(?:votre|ton) ${FR_MEETING} est (?:le|demain|prévue?|à|lundi|mardi|mercredi|jeudi|vendredi|samedi)`],
    ['booked', `vous avez(?: un)? ${FR_MEETING} (?:le|demain|à|lundi|mardi|mercredi|jeudi|vendredi|samedi)`],
    ['booked', '^(?:bien )?(?:réservé|confirmé|réservée|confirmée)'],
    ['done', '^c est (?:fait|chose faite)$'],
    [
      'changed',
      `${FR_I}${gap(2)} (?:annulé|déplacé|reporté|décalé|supprimé|modifié|effacé) (?:votre|ton|le|la|vos) (?:${FR_MEETING}|données|compte)`,
    ],
    ['changed', '(?:je|nous) l (?:ai|avons)(?: bien| déjà)? (?:annulée?|déplacée?|reportée?|décalée?|modifiée?)'],
    ['changed', `${FR_MEETING}${gap(6)} (?:est|a été)${gap(2)} (?:annulée?|déplacée?|reportée?|décalée?|modifiée?)`],
    ['changed', '^(?:c est )?(?:annulé|annulée|reporté|déplacé)'],
    ['unsubscribed', `(?:je|nous) vous (?:ai|avons)${gap(2)} (?:désinscrite?|désabonnée?|retirée?|supprimée?)`],
    ['unsubscribed', `vous (?:êtes|avez été)${gap(2)} (?:désinscrite?|désabonnée?|retirée?)`],
    ['unsubscribed', '!vous ne recevrez plus'],
    ['sent', `(?:je|nous) (?:vous|t|te|l|vous l|vous les|le lui) (?:ai|avons)${gap(2)} (?:envoyée?s?|adressée?)`],
    ['sent', `${FR_I}${gap(2)} envoyée?`],
    ['sent', '(?:je viens|nous venons) de vous (?:envoyer|adresser)'],
    [
      'sent',
      `(?:e mail|mail|courriel|message|confirmation|invitation|sms|lien)${gap(4)} (?:est|a été|vient d être)${gap(2)} (?:envoyée?|partie?|en route)`,
    ],
    ['passed_on', `${FR_I}${gap(2)} (?:transmis|transféré|prévenu|informé|averti|contacté|avisé|relayé|fait suivre)`],
    ['passed_on', '(?:je|nous) (?:l|les|vous) (?:ai|avons)(?: bien| déjà)? (?:transmise?|transférée?)'],
    ['passed_on', `(?:message|demande|question|dossier)${gap(4)} (?:est|a été)${gap(2)} (?:transmise?|transférée?)`],
  ],
  ar: [
    ['booked', '(?:قمت|قمنا) (?:بحجز|بتأكيد|بجدولة|بتثبيت)'],
    ['booked', `(?:حجزت|حجزنا|أكدت|أكدنا|ثبت) (?:لك|لكم|${AR_MEETING})`],
    ['booked', `(?:تم|جرى) (?:حجز|تأكيد|تثبيت|جدولة|تسجيل) ${AR_MEETING}`],
    ['booked', 'تم (?:الحجز|حجزه|حجزها|تأكيده|تأكيدها)'],
    ['booked', '(?:موعدك|موعدكم|الموعد) (?:محجوز|مؤكد|أصبح مؤكدا)'],
    ['booked', '(?:موعدك|موعدكم) (?:يوم|غدا|في|الساعة)'],
    ['booked', '^(?:محجوز|مؤكد)'],
    ['done', '^(?:تم|تم ذلك|انتهى|جاهز)$'],
    ['changed', `(?:تم|قمت|قمنا) (?:ب)?(?:إلغاء|الغاء|تأجيل|نقل|تغيير|تعديل|حذف) (?:${AR_MEETING}|بياناتك|حسابك)`],
    ['changed', `(?:ألغيت|الغيت|ألغينا|أجلت|أجلنا|غيرت|غيرنا|نقلت|نقلنا) (?:لك )?${AR_MEETING}`],
    ['changed', 'تم (?:الإلغاء|الالغاء|التأجيل|إلغاؤه|إلغاؤها)'],
    ['unsubscribed', 'تم (?:إلغاء اشتراكك|الغاء اشتراكك|إزالتك|حذفك)'],
    ['unsubscribed', '(?:ألغيت|ألغينا|أزلت|أزلنا) (?:اشتراكك|اسمك)'],
    ['unsubscribed', '!لن (?:تصلك|تتلقى|تستلم)'],
    ['sent', '(?:أرسلت|ارسلت|أرسلنا|بعثت|بعثنا|أرسلته|أرسلتها) ?(?:لك|إليك|اليك|لكم|رسالة|الرابط|بريدا)?'],
    ['sent', '(?:تم|قمت|قمنا) (?:ب)?(?:إرسال|ارسال)'],
    ['passed_on', '(?:حولت|حولنا|أحلت|أحلنا|نقلت|وجهت) (?:رسالتك|طلبك|سؤالك|استفسارك|الأمر|المحادثة)'],
    ['passed_on', '(?:أبلغت|أبلغنا|أخبرت|أخبرنا) (?:الزميل|زميلي|الفريق|زملائي|أحد|الطبيب|المدير|فريقنا)'],
    [
      'passed_on',
      '(?:تم|قمت|قمنا) (?:ب)?(?:تحويل|إبلاغ|إحالة|توجيه|إخبار) (?:رسالتك|طلبك|سؤالك|استفسارك|الأمر|الفريق|الزميل|زملائي|المحادثة)',
    ],
  ],
};

/** Negations before a claim. */
export const NEGATIONS: Record<Language, string> = {
  en: 'not|no|never|nothing|none|nobody|neither|t|unfortunately|sadly|cannot|yet to',
  es: 'no|nada|ninguna?|nunca|nadie|tampoco|lamentablemente|desgraciadamente|sin',
  pt: 'não|nada|nenhuma?|nunca|ninguém|infelizmente|sem',
  de: 'nicht|nichts|nie|niemand|kein|keine|keinen|keiner|leider|weder',
  fr: 'pas|ne|n|rien|aucune?|jamais|malheureusement|personne',
  ar: 'لم|لا|ليس|لن|للأسف|غير|لست',
};

/** Phrases that look like a negation and aren't. */
export const NOT_NEGATIONS: Record<Language, string> = {
  en: 'no problem|no worries|not a problem',
  es: 'no hay problema|sin problemas?|no te preocupes|no se preocupe',
  pt: 'sem problemas?|não se preocupe',
  de: 'kein problem|keine sorge',
  fr: 'pas de problème|pas de souci|ne vous inquiétez pas|aucun problème|n hésitez pas',
  ar: 'لا مشكلة|لا تقلق',
};

/** Words that make a claim conditional. */
export const CONDITIONS: Record<Language, string> = {
  en: 'if|once|when|whenever|until|till|unless|whether|before|as soon as|make sure|so that|in case|suppose',
  es: 'si|cuando|una vez|hasta|en cuanto|para que|antes|asegúrate|apenas',
  pt: 'se|quando|assim que|até|caso|para que|antes',
  de: 'wenn|sobald|falls|bis|nachdem|bevor|ob|damit',
  fr: 'si|s il|s ils|quand|lorsque|dès|une fois|jusqu|avant|pour que|afin',
  ar: 'إذا|اذا|عندما|حتى|حين|لو|قبل|بمجرد|هل',
};
