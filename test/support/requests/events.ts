import { at, ofLead, type Requests, within } from './ask.js';

export const eventsRequests: Requests = {
  streamChanges: within('/stream?seconds=0'),
  getLeadHistory: ofLead('/history'),
  listEvents: at('/events'),
};
