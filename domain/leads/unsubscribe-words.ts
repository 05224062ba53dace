import type { Language } from '../../schemas/agents/talking.js';

/** The texts of the unsubscribe page in one language. `{account}` and `{email}` are filled in. */
export interface UnsubscribeWords {
  /** `anyone` is for a lead whose address isn't known. */
  ask: { title: string; text: string; anyone: string; button: string };
  done: { title: string; text: string };
  /** `{word}` is the word that a reply unsubscribes with. */
  dead: { title: string; text: string };
}

const en: UnsubscribeWords = {
  ask: {
    title: 'Unsubscribe from these emails?',
    text: '{email} will get no more emails from {account}.',
    anyone: 'You will get no more emails from {account}.',
    button: 'Unsubscribe',
  },
  done: {
    title: 'You are unsubscribed',
    text: 'You will get no more emails from {account}, but for one that may be on its way at this moment. You can close this page.',
  },
  dead: {
    title: 'This link does not work',
    text: 'It may have been cut off when it was copied. Please open the link in the email itself, or answer the email with the word {word}.',
  },
};

const es: UnsubscribeWords = {
  ask: {
    title: '¿Darte de baja de estos correos?',
    text: '{email} no recibirá más correos de {account}.',
    anyone: 'No recibirás más correos de {account}.',
    button: 'Darme de baja',
  },
  done: {
    title: 'Te has dado de baja',
    text: 'No recibirás más correos de {account}, salvo alguno que ya esté en camino. Ya puedes cerrar esta página.',
  },
  dead: {
    title: 'Este enlace no funciona',
    text: 'Puede que se haya copiado incompleto. Abre el enlace desde el propio correo o responde al correo con la palabra {word}.',
  },
};

const pt: UnsubscribeWords = {
  ask: {
    title: 'Cancelar o recebimento destes e-mails?',
    text: '{email} não receberá mais e-mails de {account}.',
    anyone: 'Você não receberá mais e-mails de {account}.',
    button: 'Cancelar o recebimento',
  },
  done: {
    title: 'O recebimento foi cancelado',
    text: 'Você não receberá mais e-mails de {account}, exceto algum que já esteja a caminho. Já pode fechar esta página.',
  },
  dead: {
    title: 'Este link não funciona',
    text: 'Pode ter sido copiado incompleto. Abra o link no próprio e-mail ou responda ao e-mail com a palavra {word}.',
  },
};

const fr: UnsubscribeWords = {
  ask: {
    title: 'Vous désinscrire de ces e-mails ?',
    text: '{email} ne recevra plus d’e-mails de {account}.',
    anyone: 'Vous ne recevrez plus d’e-mails de {account}.',
    button: 'Me désinscrire',
  },
  done: {
    title: 'Votre désinscription est enregistrée',
    text: 'Vous ne recevrez plus d’e-mails de {account}, sauf un message peut-être déjà en route. Vous pouvez fermer cette page.',
  },
  dead: {
    title: 'Ce lien ne fonctionne pas',
    text: 'Il a peut-être été copié incomplètement. Ouvrez le lien dans l’e-mail lui-même, ou répondez à l’e-mail avec le mot {word}.',
  },
};

const de: UnsubscribeWords = {
  ask: {
    title: 'Diese E-Mails abbestellen?',
    text: '{email} erhält dann keine E-Mails mehr von {account}.',
    anyone: 'Sie erhalten dann keine E-Mails mehr von {account}.',
    button: 'Abbestellen',
  },
  done: {
    title: 'Sie sind abgemeldet',
    text: 'Sie erhalten keine E-Mails mehr von {account}, außer einer, die vielleicht schon unterwegs ist. Sie können diese Seite schließen.',
  },
  dead: {
    title: 'Dieser Link funktioniert nicht',
    text: 'Er wurde vielleicht unvollständig kopiert. Öffnen Sie den Link in der E-Mail selbst, oder antworten Sie auf die E-Mail mit dem Wort {word}.',
  },
};

const ar: UnsubscribeWords = {
  ask: {
    title: 'هل تريد إلغاء الاشتراك في هذه الرسائل؟',
    text: 'لن تصل إلى {email} رسائل أخرى من {account}.',
    anyone: 'لن تصلك رسائل أخرى من {account}.',
    button: 'إلغاء الاشتراك',
  },
  done: {
    title: 'تم إلغاء اشتراكك',
    text: 'لن تصلك رسائل أخرى من {account}، باستثناء رسالة قد تكون في طريقها إليك الآن. يمكنك إغلاق هذه الصفحة.',
  },
  dead: {
    title: 'هذا الرابط لا يعمل',
    text: 'ربما نُسخ ناقصًا. افتح الرابط من الرسالة نفسها، أو ردّ عليها بكلمة {word}.',
  },
};

/** The texts of the unsubscribe page, by language. */
export const UNSUBSCRIBE_WORDS: Readonly<Record<Language, UnsubscribeWords>> = { en, es, pt, de, fr, ar };
