import { plural } from '../plural.js';

export const pipeline = 'Pipeline';
export const list = 'List';
export const view = 'View';
export const agent = 'Agent';
export const leadCount = (count: number) => plural(count, { one: '# lead', other: '# leads' });
export const moveTo = 'Move to';
export const move = (name: string) => `Move ${name}`;
export const moved = (name: string, status: string) => `${name} moved to ${status}.`;
export const noLeads = 'No leads';
export const moveToStatus = (status: string) => `Move to ${status}`;
export const endsTheRun = (name: string, agent: string) =>
  `This ends the run of ${agent} for ${name} and cancels messages that weren’t sent. It can’t be undone.`;
export const removedStatus = 'Removed from the agent';
export const noAgentsYet = 'No agents yet';
export const aPipelineShowsTheLeadsOfAn = 'A pipeline shows the leads of an agent by status.';
export const goToAgents = 'Go to agents';
export const inThisStatusSince = 'In this status since';
export const owner = (name: string) => `Owner: ${name}`;
