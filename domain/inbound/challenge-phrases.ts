import { foldPhrase } from './phrases.js';

/** Signs of a service that asks senders to prove that they are people: its name, or what it says of the mail. */
const SERVICE =
  /\bspam ?arrest|spam ?blocker|\btmda\b|\bsendio\b|choicemail|mailinblack|vade ?retro|antispam uol|tira-teima|boxbe|sender (address )?verification|verification (is )?(required|needed)|challenge.response|verification de (l')?expediteur|authentification requise|confirmation d'expediteur|verificacion de(l)? remitente|verificacao de remetente|absenderverifizierung|absenderprufung/;
const HELD =
  /(message|mail|e-?mail|mensagem|mensaje|nachricht|votre message|votre e-?mail)\b.{0,80}(is being held|on hold|held in|waitlisted|not delivered|en attente|retenid|retida|zuruckgehalten|seja encaminhada)|(approved|authorized|authorised|unknown|known) sender|control(ling)? spam|receiving (junk|spam)|junk mail/;
const PROVES =
  /(click|follow|use|fill out|cliquez|clique|haga clic|klicken).{0,80}(link|form|lien|enlace|below|ci-dessous|abaixo|unten)|(link|form|lien) (below|ci-dessous)|(reply to|answer|respond to) this (message|mail|e-?mail)|(please )?(verify|confirm) (that )?(you|your (e-?mail )?address)|register at/;

/**
 * Returns whether a mail asks its receiver to prove that a person sent what it answers. Two signs are needed: a person
 * also asks for a confirmation, or sends a link.
 */
export function isChallenge(subject: string, text: string): boolean {
  const words = foldPhrase(`${subject.slice(0, 300)} ${text.slice(0, 1_500)}`);
  return PROVES.test(words) && (SERVICE.test(words) || HELD.test(words));
}
