/** The texts in one language of the email and the pages by which a contact confirms an address. */
export interface ConfirmationWords {
  mail: { subject: string; body: string; ignore: string };
  /** `{account}` and `{email}` are filled in. */
  ask: { title: string; text: string; button: string };
  done: { title: string; text: string };
  dead: { title: string; text: string };
}

const en: ConfirmationWords = {
  mail: {
    subject: 'Please confirm your email address',
    body: 'This address was entered on a web page of {{ account.name }}. If it was you, confirm it here:',
    ignore: 'If it wasn’t you, ignore this email: you won’t get another one.',
  },
  ask: {
    title: 'Confirm your email address?',
    text: '{account} may then write to {email}. You can unsubscribe at any time.',
    button: 'Confirm',
  },
  done: {
    title: 'Your email address is confirmed',
    text: '{account} may write to you. You can close this page.',
  },
  dead: {
    title: 'This link does not work',
    text: 'It may have expired, or have been cut off when it was copied. Nothing has changed.',
  },
};

const es: ConfirmationWords = {
  mail: {
    subject: 'Confirma tu dirección de correo',
    body: 'Esta dirección se introdujo en una página web de {{ account.name }}. Si fuiste tú, confírmala aquí:',
    ignore: 'Si no fuiste tú, ignora este correo: no recibirás ningún otro.',
  },
  ask: {
    title: '¿Confirmar tu dirección de correo?',
    text: '{account} podrá escribir a {email}. Puedes darte de baja en cualquier momento.',
    button: 'Confirmar',
  },
  done: {
    title: 'Tu dirección de correo está confirmada',
    text: '{account} puede escribirte. Ya puedes cerrar esta página.',
  },
  dead: {
    title: 'Este enlace no funciona',
    text: 'Puede que haya caducado o que se haya copiado incompleto. No ha cambiado nada.',
  },
};

const pt: ConfirmationWords = {
  mail: {
    subject: 'Confirme o seu endereço de e-mail',
    body: 'Este endereço foi inserido em uma página de {{ account.name }}. Se foi você, confirme aqui:',
    ignore: 'Se não foi você, ignore este e-mail: não receberá outro.',
  },
  ask: {
    title: 'Confirmar o seu endereço de e-mail?',
    text: '{account} poderá então escrever para {email}. Pode cancelar a qualquer momento.',
    button: 'Confirmar',
  },
  done: {
    title: 'O seu endereço de e-mail está confirmado',
    text: '{account} pode escrever para você. Já pode fechar esta página.',
  },
  dead: {
    title: 'Este link não funciona',
    text: 'Pode ter expirado ou ter sido copiado incompleto. Nada foi alterado.',
  },
};

const fr: ConfirmationWords = {
  mail: {
    subject: 'Confirmez votre adresse e-mail',
    body: 'Cette adresse a été saisie sur une page web de {{ account.name }}. Si c’était vous, confirmez-la ici :',
    ignore: 'Sinon, ignorez cet e-mail : vous n’en recevrez pas d’autre.',
  },
  ask: {
    title: 'Confirmer votre adresse e-mail ?',
    text: '{account} pourra alors écrire à {email}. Vous pouvez vous désinscrire à tout moment.',
    button: 'Confirmer',
  },
  done: {
    title: 'Votre adresse e-mail est confirmée',
    text: '{account} peut vous écrire. Vous pouvez fermer cette page.',
  },
  dead: {
    title: 'Ce lien ne fonctionne pas',
    text: 'Il a peut-être expiré ou été copié incomplètement. Rien n’a changé.',
  },
};

const de: ConfirmationWords = {
  mail: {
    subject: 'Bitte bestätigen Sie Ihre E-Mail-Adresse',
    body: 'Diese Adresse wurde auf einer Webseite von {{ account.name }} eingegeben. Wenn Sie das waren, bestätigen Sie sie hier:',
    ignore: 'Wenn nicht, ignorieren Sie diese E-Mail: Sie erhalten keine weitere.',
  },
  ask: {
    title: 'E-Mail-Adresse bestätigen?',
    text: '{account} darf dann an {email} schreiben. Sie können sich jederzeit abmelden.',
    button: 'Bestätigen',
  },
  done: {
    title: 'Ihre E-Mail-Adresse ist bestätigt',
    text: '{account} darf Ihnen schreiben. Sie können diese Seite schließen.',
  },
  dead: {
    title: 'Dieser Link funktioniert nicht',
    text: 'Er ist vielleicht abgelaufen oder wurde unvollständig kopiert. Es wurde nichts geändert.',
  },
};

const ar: ConfirmationWords = {
  mail: {
    subject: 'يرجى تأكيد عنوان بريدك الإلكتروني',
    body: 'أُدخل هذا العنوان في صفحة ويب تابعة لـ {{ account.name }}. إذا كنت أنت من أدخله فأكّده هنا:',
    ignore: 'وإلا فتجاهل هذه الرسالة: لن تصلك رسالة أخرى.',
  },
  ask: {
    title: 'هل تريد تأكيد عنوان بريدك الإلكتروني؟',
    text: 'عندها يمكن لـ {account} مراسلة {email}. يمكنك إلغاء الاشتراك في أي وقت.',
    button: 'تأكيد',
  },
  done: {
    title: 'تم تأكيد عنوان بريدك الإلكتروني',
    text: 'يمكن لـ {account} مراسلتك. يمكنك إغلاق هذه الصفحة.',
  },
  dead: {
    title: 'هذا الرابط لا يعمل',
    text: 'ربما انتهت صلاحيته أو نُسخ ناقصًا. لم يتغير شيء.',
  },
};

const WORDS: Readonly<Record<string, ConfirmationWords>> = { en, es, pt, fr, de, ar };

/** Returns the words of a language; English for one that is unknown. */
export const confirmationWords = (language: string): ConfirmationWords =>
  Object.hasOwn(WORDS, language) ? (WORDS[language] as ConfirmationWords) : en;
