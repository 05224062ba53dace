import { plural } from '../plural.js';

/** The Spanish texts of `dashboard/campaigns`. */

export const addLead = (changed: number) => plural(changed, { one: 'Añadir # lead', other: 'Añadir # leads' });
export const view = 'Vista';
export const none = 'Ninguna';
export const tag = 'Etiqueta';
export const search = 'Buscar';
export const nameEmailPhoneCompany = 'Nombre, correo, teléfono, empresa';
export const leadsInAnotherCampaignAreMoved = 'Los leads que están en otra campaña pasan a esta.';
export const addLeads = 'Añadir leads';
export const enrolled = 'Inscritos';
export const resume = 'Reanudar';
export const completed = 'Completados';
export const leftEarly = 'Salieron antes';
export const replied = 'Respondieron';
export const booked = 'Reservaron';
export const converted = 'Convertidos';
export const optedOut = 'Dados de baja';
export const edit = 'Editar';
export const save = 'Guardar';
export const nameLabel = 'Nombre';
export const deleteLabel = 'Eliminar';
export const pause = 'Pausar';
export const start = 'Iniciar';
export const deleteCampaign = 'Eliminar campaña';
export const startCampaign = 'Iniciar campaña';
export const thisCantBeUndone = 'Esta acción no se puede deshacer.';
export const enrolledInTheAgentUnlessEnrolled = (leads: number) =>
  `${plural(leads, { one: 'El lead se inscribe', other: 'Los # leads se inscriben' })} en el agente, salvo que ya se hubiera inscrito antes. También se inscriben los leads que se añadan después.`;
export const campaign = 'Campaña';
export const enrollsIn = 'Inscribe en';
export const itsAgent = 'su agente';
export const noAgentSelected = 'Ningún agente seleccionado';
export const campaignLeads = 'Leads de la campaña';
export const noLeadsYet = 'Aún no hay leads';
export const addLeadsByViewTagOr =
  'Añade leads por vista, etiqueta o búsqueda, o envíalos por la API con el ID de la campaña.';
export const ofEnrolled = (done: string, total: string) => `${done} de ${total} inscritos`;
export const newCampaign = 'Nueva campaña';
export const createCampaign = 'Crear campaña';
export const springFair = 'Feria de primavera';
export const agent = 'Agente';
export const leadsAreEnrolledInThisAgent = 'Los leads se inscriben en este agente cuando la campaña empieza.';
export const source = 'Origen';
export const whereTheLeadsComeFromSuch = 'De dónde vienen los leads, por ejemplo, de una feria.';
export const campaigns = 'Campañas';
export const noCampaignsYet = 'Aún no hay campañas';
export const aCampaignEnrollsManyLeadsIn =
  'Una campaña inscribe muchos leads en un agente y mide los resultados. Crea una para empezar.';
export const enrolledReplied = (leads: number, enrolled: number, replied: number) =>
  `${plural(leads, { one: '# lead', other: '# leads' })} · ${enrolled} inscritos · ${replied} respondieron`;
export const noLeadsYet2 = 'Aún no hay leads.';
export const leadSkippedBecauseItOrIts = (leads: number) =>
  plural(leads, {
    one: 'Se omitió # lead porque él o su dirección ya se había inscrito antes.',
    other: 'Se omitieron # leads porque ellos o sus direcciones ya se habían inscrito antes.',
  });
export const leadCouldntBeEnrolledSeeNeeds = (leads: number) =>
  plural(leads, {
    one: 'No se pudo inscribir # lead. Consulta el motivo en “Requiere tu atención” en la página de inicio.',
    other: 'No se pudieron inscribir # leads. Consulta los motivos en “Requiere tu atención” en la página de inicio.',
  });
export const leadWillBeEnrolledWhenYou = (leads: number) =>
  plural(leads, {
    one: '# lead se inscribirá cuando inicies la campaña.',
    other: '# leads se inscribirán cuando inicies la campaña.',
  });
export const leadsAddedLaterAreStillEnrolled =
  ' Los leads que se añadan después se seguirán inscribiendo. Pausa la campaña para evitarlo.';
export const noneAreWaitingAndNoRuns = (leads: number, open: string) =>
  `${plural(leads, { one: 'El lead ha terminado', other: 'Los # leads han terminado' })}. Ninguno espera y no hay ejecuciones abiertas.${open}`;
export const onceTheCampaignResumes = ' cuando se reanude la campaña';
export const onceTheAgentIsActive = ' cuando el agente esté activo';
export const waitingToBeEnrolled = (leads: number, once: string) =>
  `${plural(leads, { one: '# lead espera', other: '# leads esperan' })} a inscribirse${once}.`;
export const allLeadsAreEnrolled = 'Todos los leads están inscritos.';
export const leadInProgress = (leads: number) => plural(leads, { one: '# lead en curso.', other: '# leads en curso.' });
export const notStarted = 'Sin iniciar';
export const paused = 'En pausa';
export const agentPaused = 'Agente en pausa';
export const allDone = 'Todo terminado';
export const running = 'En marcha';
export const inProgress = 'En curso';
