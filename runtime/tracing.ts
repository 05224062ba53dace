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

/** What a span tells of itself: ids, kinds and states, nothing about a person. */
export type SpanFacts = Attributes;

/**
 * Works in a span of its own, a part of the trace that is at work. What `tell` says of the result is added; of an error
 * only its kind is told.
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
 * Tells of a request to somebody's API as a part of the trace that is at work; outside of any it is not told. Its
 * address stays out, as it may hold secrets and name people.
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

/** Goes on with a trace that was stored as `currentTrace` gave it; without one outside of any. */
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
