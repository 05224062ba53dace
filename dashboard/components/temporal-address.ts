/** The session's data about Temporal. */
interface Place {
  temporal_ui_url: string | null;
  temporal_namespace: string;
}

/** Something that the Temporal UI shows: a workflow by its id, a run of a function, the schedule of a job or a function. */
export type InTemporal = { workflow: string } | { functionRun: string } | { job: string } | { function: string };

/** Returns the id under which Temporal knows something, as the service gives it. */
export function temporalIdOf(what: InTemporal): string {
  if ('workflow' in what) return what.workflow;
  if ('functionRun' in what) return `function-run/${what.functionRun}`;
  return 'job' in what ? `background-job/${what.job}` : `function-schedule/${what.function}`;
}

/** Returns where the Temporal UI shows something; undefined where none is set up. */
export function temporalAddress(place: Place, what: InTemporal): string | undefined {
  const base = place.temporal_ui_url?.replace(/\/+$/, '');
  if (!base) return undefined;
  const kind = 'workflow' in what || 'functionRun' in what ? 'workflows' : 'schedules';
  return `${base}/namespaces/${encodeURIComponent(place.temporal_namespace)}/${kind}/${encodeURIComponent(temporalIdOf(what))}`;
}
