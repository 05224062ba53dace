import { cadenceWorkflowId } from '../workflows/cadence.protocol.js';
import { temporalSettings } from './client.js';

/** The link to the Temporal workflow of a run for operators. */
export interface CadenceLink {
  workflow_id: string;
  /** Null: the latest one. */
  run_id: null;
  /** Null where no Temporal UI is set up. */
  url: string | null;
}

/** Makes links to the Temporal UI, which shows the latest run where none is named. */
export function createCadenceLinks(uiUrl: string): (agentRunId: string) => CadenceLink {
  const base = uiUrl.replace(/\/+$/, '');
  const { namespace } = temporalSettings();
  return (agentRunId) => {
    const workflowId = cadenceWorkflowId(agentRunId);
    const path = `/namespaces/${encodeURIComponent(namespace)}/workflows/${encodeURIComponent(workflowId)}`;
    return { workflow_id: workflowId, run_id: null, url: base === '' ? null : `${base}${path}` };
  };
}
