import {
  type Attributes,
  context,
  isSpanContextValid,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

/** Makes the spans of this service; while nothing is exported it makes none, and costs next to nothing. */
const tracer = () => trace.getTracer('lead-automation-service');

/** Returns the trace that is at work, in the form of W3C's `traceparent`; null where there is none. */
export function currentTrace(): string | null {
  const at = trace.getActiveSpan()?.spanContext();
  return at && isSpanContextValid(at) ? `00-${at.traceId}-${at.spanId}-0${at.traceFlags & 1}` : null;
}

/** The attributes of a span: IDs, kinds and states, without personal data. */
export type SpanFacts = Attributes;

/**
 * Runs work in its own span of the current trace. `tell` adds attributes of the result. For an error only its type is
 * recorded.
 */
export const traced = <T>(
  name: string,
  facts: SpanFacts,
  work: () => Promise<T>,
  describe: (result: T) => SpanFacts = () => ({}),
): Promise<T> =>
  tracer().startActiveSpan(name, { kind: SpanKind.CLIENT, attributes: facts }, async (span) => {
    try {
      const result = await work();
      span.setAttributes(describe(result));
      return result;
    } catch (error) {
      fail(span, error);
      throw error;
    } finally {
      span.end();
    }
  });

/**
 * Records a request to an external API as a span of the current trace, or not at all without one. The URL is left out,
 * because it may have secrets and personal data.
 */
export const tracedRequest = <T>(
  method: string,
  work: () => Promise<T>,
  describe: (answer: T) => SpanFacts,
): Promise<T> =>
  trace.getActiveSpan() === undefined
    ? work()
    : traced(`http ${method}`, { 'http.request.method': method }, work, describe);

/** Keeps the trace that is at work, for what is called back later from outside of it. */
export function inThisTrace(): <T>(work: () => T) => T {
  const here = context.active();
  return (work) => context.with(here, work);
}

function fail(span: Span, error: unknown): void {
  span.setAttribute('error.type', (error as Error)?.name ?? 'Error');
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** Continues a trace that `currentTrace` returned. Without one, the work runs outside any trace. */
export const continueTrace = <T>(traceparent: string | null, work: () => T): T =>
  context.with(traceparent === null ? ROOT_CONTEXT : propagation.extract(ROOT_CONTEXT, { traceparent }), work);

/** Opens the span of a request: a part of its caller's trace, if it names one. `work` runs in it. */
export function traceRequest(
  request: { method: string; headers: Record<string, unknown> },
  work: (end: (operation: string, status: number) => void) => void,
): void {
  const caller = propagation.extract(ROOT_CONTEXT, request.headers);
  const span = tracer().startSpan(
    request.method,
    { kind: SpanKind.SERVER, attributes: { 'http.request.method': request.method } },
    caller,
  );
  context.with(trace.setSpan(caller, span), () =>
    work((operation, status) => {
      span.updateName(operation);
      span.setAttribute('http.response.status_code', status);
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    }),
  );
}
