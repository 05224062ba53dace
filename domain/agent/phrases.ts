import type { AgentAi, Language } from '../../schemas/agents/talking.js';

/** What the scripted agent says besides its own questions, in each of its languages; `{name}` is filled in. */
export type Phrase = keyof typeof EN;

const EN = {
  automatic: 'You are talking to an automatic assistant.',
  automatic_named: 'You are talking to {name}, an automatic assistant.',
  ask: 'Could you tell me this: {label}?',
  bad_email: 'That does not look like an e-mail address.',
  bad_phone: 'That does not look like a phone number.',
  bad_number: 'I need a number for this.',
  bad_enum: 'Please pick one of these: {options}.',
  needed: 'I need this to go on.',
  unanswered: 'I have no answer to that here.',
  slots: 'These times are free ({zone}):',
  pick: 'Which one suits you?',
  no_slots: 'No time is free in the next two weeks.',
  taken: 'That time has just gone.',
  booked: 'Booked: {when}. See you then!',
  gone: 'That offer has run out.',
  complete: 'Thank you, that is all I need.',
  link: '{label}: {url}',
  bye: 'Thank you, goodbye!',
  handoff: 'A colleague takes over from here.',
  safety:
    'Thank you for telling us. A person will read this as soon as possible. If you or somebody else is in danger, please call the emergency services now.',
  opens: 'We are back on {when}.',
  stopped: 'All right, I will not write here any more.',
  follow_up: 'I will write to you again on {when}.',
  followed: 'You asked me to write again.',
  noted: 'Thank you for your message.',
};

const ES: Record<Phrase, string> = {
  automatic: 'Estás hablando con un asistente automático.',
  automatic_named: 'Estás hablando con {name}, asistente automático.',
  ask: '¿Podrías decirme esto: {label}?',
  bad_email: 'Eso no parece una dirección de correo.',
  bad_phone: 'Eso no parece un número de teléfono.',
  bad_number: 'Para esto necesito un número.',
  bad_enum: 'Elige una de estas opciones: {options}.',
  needed: 'Lo necesito para seguir.',
  unanswered: 'Aquí no tengo respuesta para eso.',
  slots: 'Estos horarios están libres ({zone}):',
  pick: '¿Cuál te va bien?',
  no_slots: 'No hay ningún hueco en las próximas dos semanas.',
  taken: 'Esa hora se acaba de ocupar.',
  booked: 'Reservado: {when}. ¡Hasta entonces!',
  gone: 'Esa oferta ha caducado.',
  complete: 'Gracias, es todo lo que necesito.',
  link: '{label}: {url}',
  bye: '¡Gracias, hasta luego!',
  handoff: 'Te atiende a partir de aquí una persona del equipo.',
  safety:
    'Gracias por contarlo. Una persona lo leerá lo antes posible. Si tú u otra persona está en peligro, llama ahora a emergencias.',
  opens: 'Volvemos el {when}.',
  stopped: 'De acuerdo, no escribiré más por aquí.',
  follow_up: 'Te volveré a escribir el {when}.',
  followed: 'Me pediste que volviera a escribirte.',
  noted: 'Gracias por tu mensaje.',
};

const PT: Record<Phrase, string> = {
  automatic: 'Você está falando com um assistente automático.',
  automatic_named: 'Você está falando com {name}, assistente automático.',
  ask: 'Pode me dizer isto: {label}?',
  bad_email: 'Isso não parece um endereço de e-mail.',
  bad_phone: 'Isso não parece um número de telefone.',
  bad_number: 'Para isto preciso de um número.',
  bad_enum: 'Escolha uma destas opções: {options}.',
  needed: 'Preciso disso para continuar.',
  unanswered: 'Não tenho resposta para isso aqui.',
  slots: 'Estes horários estão livres ({zone}):',
  pick: 'Qual deles serve para você?',
  no_slots: 'Não há horário livre nas próximas duas semanas.',
  taken: 'Esse horário acabou de ser ocupado.',
  booked: 'Reservado: {when}. Até lá!',
  gone: 'Essa oferta expirou.',
  complete: 'Obrigado, é tudo de que preciso.',
  link: '{label}: {url}',
  bye: 'Obrigado, até logo!',
  handoff: 'A partir daqui uma pessoa da equipe continua.',
  safety:
    'Obrigado por contar. Uma pessoa lerá isto o mais rápido possível. Se você ou outra pessoa está em perigo, ligue agora para a emergência.',
  opens: 'Voltamos em {when}.',
  stopped: 'Está bem, não escreverei mais por aqui.',
  follow_up: 'Escreverei de novo em {when}.',
  followed: 'Você pediu que eu escrevesse de novo.',
  noted: 'Obrigado pela sua mensagem.',
};

const DE: Record<Phrase, string> = {
  automatic: 'Sie schreiben mit einem automatischen Assistenten.',
  automatic_named: 'Sie schreiben mit {name}, einem automatischen Assistenten.',
  ask: 'Können Sie mir das sagen: {label}?',
  bad_email: 'Das sieht nicht nach einer E-Mail-Adresse aus.',
  bad_phone: 'Das sieht nicht nach einer Telefonnummer aus.',
  bad_number: 'Dafür brauche ich eine Zahl.',
  bad_enum: 'Bitte wählen Sie eines davon: {options}.',
  needed: 'Das brauche ich, um weiterzumachen.',
  unanswered: 'Darauf habe ich hier keine Antwort.',
  slots: 'Diese Zeiten sind frei ({zone}):',
  pick: 'Welche passt Ihnen?',
  no_slots: 'In den nächsten zwei Wochen ist keine Zeit frei.',
  taken: 'Diese Zeit wurde gerade vergeben.',
  booked: 'Gebucht: {when}. Bis dann!',
  gone: 'Dieses Angebot ist abgelaufen.',
  complete: 'Vielen Dank, mehr brauche ich nicht.',
  link: '{label}: {url}',
  bye: 'Vielen Dank und auf Wiedersehen!',
  handoff: 'Ab hier übernimmt jemand aus dem Team.',
  safety:
    'Danke, dass Sie das sagen. Ein Mensch liest es so bald wie möglich. Wenn Sie oder jemand anderes in Gefahr ist, rufen Sie bitte jetzt den Notruf.',
  opens: 'Wir sind am {when} wieder da.',
  stopped: 'In Ordnung, ich schreibe hier nicht mehr.',
  follow_up: 'Ich schreibe Ihnen am {when} wieder.',
  followed: 'Sie hatten mich gebeten, wieder zu schreiben.',
  noted: 'Vielen Dank für Ihre Nachricht.',
};

const FR: Record<Phrase, string> = {
  automatic: 'Vous parlez à un assistant automatique.',
  automatic_named: 'Vous parlez à {name}, assistant automatique.',
  ask: 'Pouvez-vous me dire ceci : {label} ?',
  bad_email: 'Cela ne ressemble pas à une adresse e-mail.',
  bad_phone: 'Cela ne ressemble pas à un numéro de téléphone.',
  bad_number: 'Il me faut un nombre.',
  bad_enum: 'Choisissez l’une de ces options : {options}.',
  needed: 'J’en ai besoin pour continuer.',
  unanswered: 'Je n’ai pas de réponse à cela ici.',
  slots: 'Ces créneaux sont libres ({zone}) :',
  pick: 'Lequel vous convient ?',
  no_slots: 'Aucun créneau n’est libre dans les deux prochaines semaines.',
  taken: 'Ce créneau vient d’être pris.',
  booked: 'Réservé : {when}. À bientôt !',
  gone: 'Cette offre a expiré.',
  complete: 'Merci, j’ai tout ce qu’il me faut.',
  link: '{label} : {url}',
  bye: 'Merci, au revoir !',
  handoff: 'Quelqu’un de l’équipe prend la suite.',
  safety:
    'Merci de nous le dire. Quelqu’un lira ce message dès que possible. Si vous ou une autre personne êtes en danger, appelez les secours maintenant.',
  opens: 'Nous serons de retour {when}.',
  stopped: 'Entendu, je n’écrirai plus ici.',
  follow_up: 'Je vous réécrirai {when}.',
  followed: 'Vous m’aviez demandé de vous réécrire.',
  noted: 'Merci pour votre message.',
};

const AR: Record<Phrase, string> = {
  automatic: 'أنت تتحدث مع مساعد آلي.',
  automatic_named: 'أنت تتحدث مع {name}، مساعد آلي.',
  ask: 'هل يمكنك إخباري بهذا: {label}؟',
  bad_email: 'لا يبدو هذا عنوان بريد إلكتروني.',
  bad_phone: 'لا يبدو هذا رقم هاتف.',
  bad_number: 'أحتاج إلى رقم هنا.',
  bad_enum: 'اختر واحدا مما يلي: {options}.',
  needed: 'أحتاج إلى ذلك للمتابعة.',
  unanswered: 'ليس لدي جواب على ذلك هنا.',
  slots: 'هذه الأوقات متاحة ({zone}):',
  pick: 'أي منها يناسبك؟',
  no_slots: 'لا يوجد وقت متاح خلال الأسبوعين القادمين.',
  taken: 'تم حجز هذا الوقت للتو.',
  booked: 'تم الحجز: {when}. إلى اللقاء!',
  gone: 'انتهت صلاحية هذا العرض.',
  complete: 'شكرا، هذا كل ما أحتاج إليه.',
  link: '{label}: {url}',
  bye: 'شكرا، إلى اللقاء!',
  handoff: 'سيتابع معك أحد الزملاء من هنا.',
  safety: 'شكرا لأنك أخبرتنا. سيقرأ شخص هذه الرسالة في أقرب وقت. إذا كنت أنت أو غيرك في خطر فاتصل بالطوارئ الآن.',
  opens: 'سنعود {when}.',
  stopped: 'حسنا، لن أكتب هنا بعد الآن.',
  follow_up: 'سأكتب لك مرة أخرى {when}.',
  followed: 'طلبت مني أن أكتب لك مرة أخرى.',
  noted: 'شكرا على رسالتك.',
};

const PHRASES: Record<Language, Record<Phrase, string>> = { en: EN, es: ES, pt: PT, de: DE, fr: FR, ar: AR };

/** One of the agent's own sentences in a language. */
export const say = (language: Language, phrase: Phrase, values: Readonly<Record<string, string>> = {}): string =>
  PHRASES[language][phrase].replace(/\{(\w+)\}/g, (_all, name: string) => values[name] ?? '');

/** How an agent says that it is automatic, with the name that it has. */
export const disclosure = (language: Language, { name }: AgentAi['persona']): string =>
  name === undefined ? say(language, 'automatic') : say(language, 'automatic_named', { name });
