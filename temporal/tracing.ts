import type { WorkflowClientInterceptor } from '@temporalio/client';
import type { Tracing } from '../runtime/trace-export.js';

/** Returns what a client of Temporal hands a trace on with; nothing where none are exported. */
export async function clientTracing(tracing: Tracing | undefined): Promise<WorkflowClientInterceptor[]> {
  if (!tracing) return [];
  const { OpenTelemetryWorkflowClientInterceptor } = await import('@temporalio/interceptors-opentelemetry');
  return [new OpenTelemetryWorkflowClientInterceptor()];
}
