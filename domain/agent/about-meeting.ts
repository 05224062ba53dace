import { foldWords } from '../values/text.js';
import type { TurnInput } from './turn-input.js';

const folded = (lists: readonly string[]): readonly string[] => lists.flatMap((list) => list.split(',')).map(foldWords);

/** Names for an existing meeting. */
const MEETING = folded([
  'appointment,meeting,booking,call,visit,slot,reservation,session,consultation,it,that,this',
  'cita,reunión,reserva,llamada,visita,consulta,la,lo,turno',
  'consulta,reunião,agendamento,marcação,chamada,ligação,visita,horário,a,o,isso',
  'termin,den termin,meeting,gespräch,treffen,buchung,besuch,ihn,es,das',
  'rendez vous,rdv,réunion,réservation,appel,visite,consultation,le,la,l',
  'موعد,موعدي,الموعد,اجتماع,الاجتماع,الحجز,حجزي,المكالمة',
]);

const CANCEL = folded([
  'cancel,cancelling,canceling,call off,call it off,can t make it,cant make it,cannot make it,won t make it,can t come,cant come,cannot come,not able to come',
  'cancelar,cancela,cancelarla,cancelarlo,cancelo,anular,anularla,anula,no puedo ir,no podré ir,no puedo asistir,no podré asistir,no puedo venir',
  'desmarcar,desmarca,não posso ir,não vou poder ir,não consigo ir,não poderei ir,cancelá la,cancelá lo',
  'absagen,sage ab,stornieren,storniere,absage,abzusagen,kann nicht kommen,kann leider nicht kommen,schaffe es nicht,cancellen',
  'annuler,annulez,annule,décommander,peux pas venir,pourrai pas venir,peux plus venir',
  'الغاء,إلغاء,ألغي,الغي,ألغ,الغوا,إلغائه,لا أستطيع الحضور,لن أستطيع الحضور,لا استطيع الحضور',
]);

const MOVE = folded([
  'reschedule,rescheduling,postpone,move,push back,bring forward,change,another time,another day,different time,different day,rebook',
  'cambiar,cambiarla,cambiarlo,mover,moverla,aplazar,aplazarla,posponer,reprogramar,reagendar,otra hora,otro día,adelantar',
  'remarcar,reagendar,mudar,adiar,trocar,alterar,outro dia,outro horário,antecipar',
  'verschieben,verlegen,umbuchen,ändern,anderer termin,anderen termin,andere zeit,vorverlegen,verschoben',
  'déplacer,reporter,décaler,changer,modifier,avancer,autre jour,autre heure,autre créneau',
  'تأجيل,تاجيل,تغيير,تعديل,نقل,اغير,أغير,تأخير,تقديم',
]);

const WHEN = folded([
  'when is,when s,when do i,when are we,what time is,what time s,which day is,what day is,what date is,when was,when will,remind me when,do i have,what time do i,what time are we',
  'cuándo es,cuándo tengo,cuándo era,a qué hora es,a qué hora tengo,qué día es,qué día tengo,para cuándo,cuándo nos,a qué hora era,tengo cita,qué hora es',
  'quando é,quando tenho,quando era,que horas é,a que horas é,que dia é,qual o horário,qual é o horário,qual o dia,quando será,tenho consulta,que horas tenho',
  'wann ist,wann war,wann habe ich,wann hab ich,um wie viel uhr ist,um wieviel uhr ist,an welchem tag ist,welcher tag ist,wann findet,wann treffen wir,wann sehen wir,habe ich einen termin',
  "c'est quand,quand est,quand a lieu,à quelle heure est,quel jour est,quand ai je,à quelle heure ai je,quand aura,j'ai rendez vous quand,quand se voit",
  'متى,في أي ساعة,أي يوم,كم الساعة',
]);

/** Words of a question about meetings in general. */
const IN_GENERAL = folded([
  'policy,fee,fees,cost,costs,price,free of charge,how long,how much,subscription,newsletter,order,contract,insurance,treatment,delivery',
  'política,tarifa,cuesta,cuánto,precio,coste,suscripción,pedido,contrato,seguro',
  'política,taxa,custa,quanto,preço,assinatura,pedido,contrato',
  'gebühr,gebühren,kosten,kostet,richtlinie,wie lange,wie viel kostet,abo,vertrag,bestellung',
  'politique,frais,coûte,coût,combien,prix,abonnement,commande,contrat',
  'سياسة,رسوم,سعر,تكلفة,اشتراك,طلب,عقد',
]);

/** A lead's request about its meeting. */
export type AboutMeeting = 'when' | 'change';

/** So few words around `cancel` or `another day` are about the meeting though they don't name it. */
const FEW_WORDS = 6;

/** Returns what a lead that has a meeting wants of it; undefined where it speaks of something else. */
export function aboutMeeting(text: string): AboutMeeting | undefined {
  const plain = foldWords(text.slice(0, 500));
  const words = ` ${plain} `;
  const containsAny = (phrases: readonly string[]) => phrases.some((phrase) => words.includes(` ${phrase} `));
  if (containsAny(IN_GENERAL)) return undefined;
  const isShort = plain.split(' ').length <= FEW_WORDS;
  if (containsAny(CANCEL) && (isShort || containsAny(MEETING))) return 'change';
  if (containsAny(MOVE) && (isShort ? true : containsAny(MEETING))) return 'change';
  return containsAny(WHEN) && containsAny(MEETING) ? 'when' : undefined;
}

type MeetingQuestion = Pick<TurnInput, 'inputs' | 'hasMeeting' | 'meetingAt'>;

/** Returns whether a lead asks to cancel or to move the meeting that it has, which no agent can do. */
export const wantsChange = ({ inputs, hasMeeting }: MeetingQuestion): boolean =>
  hasMeeting && inputs.some(({ text }) => aboutMeeting(text) === 'change');

/** Returns whether a lead asks when the meeting is that it has. */
export const asksWhen = ({ inputs, meetingAt }: MeetingQuestion): boolean =>
  meetingAt !== null && inputs.some(({ text }) => aboutMeeting(text) === 'when');
