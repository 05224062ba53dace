import { foldWords } from '../values/text.js';

const folded = (lists: readonly (readonly string[])[]): readonly string[] => lists.flat().map(foldWords);

/** Words of a question about a time. One of these alone is not sufficient. */
const ASKING = folded([
  ['when', 'what time', 'what times', 'which time', 'which times', 'what day', 'which day', 'which days', 'can we'],
  ['could we', 'can i', 'could i', 'may i', 'shall we', 'do you have', 'have you got', 'is there', 'are there'],
  ['are you', 'how do i', 'how can i'],
  ['cuándo', 'qué hora', 'qué horas', 'qué horarios', 'qué día', 'qué días', 'podemos', 'podríamos', 'puedo', 'podría'],
  ['tenéis', 'tienen', 'tienes', 'hay', 'estás', 'estáis'],
  ['quando', 'que horas', 'que horário', 'que horários', 'que dia', 'que dias', 'podemos', 'poderíamos', 'posso'],
  ['poderia', 'vocês têm', 'tem', 'há'],
  ['wann', 'wie viel uhr', 'welche zeiten', 'welcher tag', 'welchem tag', 'können wir', 'könnten wir', 'kann ich'],
  ['könnte ich', 'haben sie', 'habt ihr', 'hast du', 'gibt es', 'wollen wir'],
  [
    'quand',
    'quelle heure',
    'quelles heures',
    'quel jour',
    'quels jours',
    'quels créneaux',
    'quels horaires',
    'pouvons nous',
  ],
  ['pourrions nous', 'peut on', 'on peut', 'puis je', 'je peux', 'avez vous', 'as tu', 'y a t il', 'êtes vous'],
  ['متى', 'هل', 'ما هي', 'أي وقت', 'ممكن', 'كيف يمكنني'],
]);

/** Words for talking and meeting. */
const MEETING = folded([
  ['talk', 'we speak', 'speak to', 'speak with', 'meet', 'meeting', 'a call', 'call me', 'call you', 'we call'],
  ['times are free', 'times are available', 'times do you have', 'times would work', 'free times', 'available times'],
  ['appointment', 'appointments', 'slot', 'slots', 'your availability', 'you available', 'you free', 'book a time'],
  ['hablar', 'hablamos', 'reunirnos', 'reunión', 'vernos', 'nos vemos', 'cita', 'citas', 'llamarme', 'una llamada'],
  ['horas libres', 'horarios libres', 'hay libres', 'están libres', 'horas disponibles', 'horarios disponibles'],
  ['hueco', 'huecos', 'disponibilidad', 'estás libre', 'quedar', 'quedamos'],
  ['falar', 'falamos', 'conversar', 'reunir', 'reunião', 'nos ver', 'agendar', 'marcar', 'uma ligação', 'uma chamada'],
  ['horário livre', 'horários livres', 'estão livres', 'horários disponíveis', 'disponibilidade'],
  ['sprechen', 'reden', 'treffen', 'telefonieren', 'termin', 'termine', 'terminen', 'gespräch', 'anrufen'],
  ['sie zeit', 'ihr zeit', 'du zeit', 'zeiten sind frei', 'zeiten frei', 'freie zeiten', 'zeiten sind noch frei'],
  ['parler', 'discuter', 'rencontrer', 'se voir', 'rendez vous', 'un appel', 'appeler', 'créneau', 'créneaux'],
  ['horaires sont libres', 'horaires libres', 'heures libres', 'horaires disponibles'],
  ['disponibilités', 'vous disponible', 'vous disponibles', 'réunion'],
  ['نتحدث', 'نتكلم', 'التحدث', 'نلتقي', 'اجتماع', 'موعد', 'مواعيد', 'مكالمة', 'الاتصال', 'الأوقات المتاحة'],
]);

/** Words of a question about meetings rather than about a time. */
const OF_MEETINGS = folded([
  ['cost', 'costs', 'price', 'how much', 'how long', 'how many', 'cancel'],
  ['cuesta', 'precio', 'cuánto', 'cuánta', 'cancelar', 'dura'],
  ['custa', 'preço', 'quanto'],
  ['kostet', 'kosten', 'preis', 'wie lange', 'wie viele', 'absagen'],
  ['coûte', 'prix', 'combien', 'annuler', 'dure'],
  ['سعر', 'تكلفة', 'كم', 'إلغاء'],
]);

/** Returns whether a question asks when to talk or to meet, in whichever of the agent's languages. */
export function asksForTimes(question: string): boolean {
  const words = ` ${foldWords(question)} `;
  const containsAny = (phrases: readonly string[]) => phrases.some((phrase) => words.includes(` ${phrase} `));
  return containsAny(ASKING) && containsAny(MEETING) && !containsAny(OF_MEETINGS);
}
