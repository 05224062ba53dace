import type { ActivityInterceptorsFactory, InjectedSinks } from '@temporalio/worker';
import type { Tracing } from '../runtime/trace-export.js';

/** The tracing of a worker and its workflows. */
export interface WorkerTracing {
  activity: ActivityInterceptorsFactory;
  // biome-ignore lint/suspicious/noExplicitAny: the SDK types the sinks of a bundle so.
  sinks: InjectedSinks<any>;
}

/**
 * Returns what the worker traces with; undefined where no traces are exported: the worker then runs the bundle that
 * knows nothing of them.
 */
export async function workerTracing(tracing: Tracing | undefined): Promise<WorkerTracing | undefined> {
  if (!tracing) return undefined;
  const { makeWorkflowExporter, OpenTelemetryActivityInboundInterceptor } = await import(
    '@temporalio/interceptors-opentelemetry'
  );
  return {
    activity: (context) => ({ inbound: new OpenTelemetryActivityInboundInterceptor(context) }),
    sinks: { exporter: makeWorkflowExporter(tracing.spanProcessor, tracing.resource) },
  };
}
