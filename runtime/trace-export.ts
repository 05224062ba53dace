import type { Resource } from '@opentelemetry/resources';
import type { ReadableSpan, SpanExporter, SpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { Config } from './config.js';

/** The export of traces in a process. */
export interface Tracing {
  resource: Resource;
  spanProcessor: SpanProcessor;
  /** Sends what is left and ends the export. Never throws. */
  close(): Promise<void>;
}

type Settings = Pick<
  Config,
  | 'OTEL_EXPORTER_OTLP_ENDPOINT'
  | 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'
  | 'OTEL_EXPORTER_OTLP_HEADERS'
  | 'OTEL_SERVICE_NAME'
  | 'OTEL_TRACES_SAMPLE_RATIO'
>;

/** Returns the endpoint for traces; undefined if there is none. */
function endpointOf({ OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own }: Settings) {
  if (own) return own;
  return base ? `${base.replace(/\/$/, '')}/v1/traces` : undefined;
}

const headersOf = (list: string): Record<string, string> =>
  Object.fromEntries(
    list
      .split(',')
      .map((pair) => pair.split('='))
      .filter(([name]) => name?.trim())
      .map(([name = '', ...value]) => [name.trim(), decodeURIComponent(value.join('=').trim())]),
  );

/**
 * Starts sending traces by OTLP where the settings name a receiver; otherwise loads nothing and answers undefined. A
 * receiver that is away costs the spans, never a request.
 */
export async function startTracing(settings: Settings, part: 'api' | 'worker'): Promise<Tracing | undefined> {
  const url = endpointOf(settings);
  if (url === undefined) return undefined;
  const [{ context, propagation, trace }, sdk, exporters, core, contexts, resources] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/exporter-trace-otlp-proto'),
    import('@opentelemetry/core'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/resources'),
  ]);
  const headers = headersOf(settings.OTEL_EXPORTER_OTLP_HEADERS);
  const spanProcessor = new sdk.BatchSpanProcessor(
    withoutTexts(new exporters.OTLPTraceExporter({ url, headers, timeoutMillis: 5_000 })),
    { scheduledDelayMillis: 1_000 },
  );
  const name = settings.OTEL_SERVICE_NAME || 'lead-automation-service';
  const resource = new resources.Resource({ 'service.name': name, 'service.component': part });
  const sampler = new sdk.ParentBasedSampler({
    root: new sdk.TraceIdRatioBasedSampler(settings.OTEL_TRACES_SAMPLE_RATIO),
  });
  const provider = new sdk.BasicTracerProvider({ resource, sampler, spanProcessors: [spanProcessor] });
  context.setGlobalContextManager(new contexts.AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new core.W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  return {
    resource,
    spanProcessor,
    close: () => provider.shutdown().catch(() => undefined),
  };
}

/** Messages of errors may quote a person's data, so of an error only its kind leaves. */
function withoutTexts(exporter: SpanExporter): SpanExporter {
  const bare = (span: ReadableSpan): ReadableSpan =>
    Object.create(span, {
      status: { value: { code: span.status.code } },
      events: {
        value: span.events.map(({ attributes, ...event }) => ({
          ...event,
          attributes: Object.fromEntries(
            Object.entries(attributes ?? {}).filter(([name]) => name === 'exception.type'),
          ),
        })),
      },
    });
  return {
    export: (spans, done) => exporter.export(spans.map(bare), done),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
