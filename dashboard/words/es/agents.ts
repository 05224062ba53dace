import { plural } from '../plural.js';

/** The Spanish texts of `dashboard/agents`. */

export const newAgent = 'Nuevo agente';
export const createAgent = 'Crear agente';
export const nameLabel = 'Nombre';
export const solarOffers = 'Ofertas solares';
export const template = 'Plantilla';
export const agents = 'Agentes';
export const noAgentsYet = 'Aún no hay agentes';
export const anAgentFollowsACadenceIt =
  'Un agente sigue una cadencia: escribe a los leads, espera, elige caminos y responde. Crea uno a partir de una plantilla.';
export const version = (version: number) => ` · versión ${version}`;
export const threeEmails = 'Tres correos';
export const anOfferAReminderAndA =
  'Una oferta, un recordatorio y un último correo. Se detiene cuando el lead responde.';
export const yourOffer = 'Tu oferta, {{ lead.first_name }}';
export const helloThankYouForYourInterest = 'Hola, {{ lead.first_name }}:\n\nGracias por tu interés. ¿Hablamos?';
export const aSecondTry = 'Un segundo intento';
export const helloHaveYouHadTimeTo = 'Hola, {{ lead.first_name }}:\n\n¿Has tenido tiempo de verlo?';
export const aLastWord = 'Un último mensaje';
export const helloIWontWriteAgainUnless = 'Hola, {{ lead.first_name }}:\n\nNo volveré a escribirte si no respondes.';
export const noAnswer = 'Sin respuesta';
export const byInterest = 'Según el interés';
export const anEmailThenAFollowUp = 'Un correo y después un seguimiento que depende de si el lead hizo clic.';
export const haveALook = 'Échale un vistazo, {{ lead.first_name }}';
export const helloHereIsWhatWeDo = 'Hola, {{ lead.first_name }}:\n\nEsto es lo que hacemos: https://example.com';
export const shallWeMeet = '¿Nos reunimos?';
export const helloWhenWouldYouHaveHalf = 'Hola, {{ lead.first_name }}:\n\n¿Cuándo tendrías media hora?';
export const stillThere = '¿Sigues ahí?';
export const helloIsThisStillOfInterest = 'Hola, {{ lead.first_name }}:\n\n¿Te sigue interesando?';
export const singleStep = 'Un solo paso';
export const aSingleEmailToStartWith = 'Un único correo para empezar.';
export const hello = 'Hola, {{ lead.first_name }}';
export const hello2 = 'Hola, {{ lead.first_name }}:';
export const notPublished = 'Sin publicar';
export const inactive = 'Inactivo';
export const paused = 'En pausa';
export const active = 'Activo';
export const step = (steps: number) => plural(steps, { one: '# paso', other: '# pasos' });
