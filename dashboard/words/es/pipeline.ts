import { plural } from '../plural.js';

export const pipeline = 'Embudo';
export const list = 'Lista';
export const view = 'Vista';
export const agent = 'Agente';
export const leadCount = (count: number) => plural(count, { one: '# lead', other: '# leads' });
export const moveTo = 'Mover a';
export const move = (name: string) => `Mover a ${name}`;
export const moved = (name: string, status: string) => `${name} ahora está en ${status}.`;
export const noLeads = 'Sin leads';
export const moveToStatus = (status: string) => `Mover a ${status}`;
export const endsTheRun = (name: string, agent: string) =>
  `Se termina la ejecución de ${agent} para ${name} y se cancelan los mensajes que no se han enviado. No se puede deshacer.`;
export const removedStatus = 'Eliminado del agente';
export const noAgentsYet = 'Aún no hay agentes';
export const aPipelineShowsTheLeadsOfAn = 'El embudo muestra los leads de un agente por estado.';
export const goToAgents = 'Ir a los agentes';
export const inThisStatusSince = 'En este estado desde';
export const owner = (name: string) => `Responsable: ${name}`;
