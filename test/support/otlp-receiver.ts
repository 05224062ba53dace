import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import generated from '@opentelemetry/otlp-transformer/build/src/generated/root.js';

/** A span as a receiver of OTLP reads it; ids in hexadecimal. */
export interface ReceivedSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId: string;
  attributes: Record<string, unknown>;
  /** Everything that was sent of it, as text. */
  whole: string;
}

interface Value {
  stringValue?: string;
  intValue?: string;
  boolValue?: boolean;
}
interface Sent {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes?: { key: string; value: Value }[];
}
interface Codec {
  decode(bytes: Uint8Array): unknown;
  toObject(message: unknown, options: object): { resourceSpans?: { scopeSpans?: { spans?: Sent[] }[] }[] };
}

const { ExportTraceServiceRequest } = (
  generated as unknown as {
    opentelemetry: { proto: { collector: { trace: { v1: { ExportTraceServiceRequest: Codec } } } } };
  }
).opentelemetry.proto.collector.trace.v1;

const hex = (base64: string | undefined): string => Buffer.from(base64 ?? '', 'base64').toString('hex');

/** Takes traces by OTLP over HTTP, as protobuf, on a port of its own. */
export async function otlpReceiver() {
  const spans: ReceivedSpan[] = [];
  const headers: NodeJS.Dict<string | string[]>[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      headers.push(request.headers);
      const told = ExportTraceServiceRequest.toObject(ExportTraceServiceRequest.decode(Buffer.concat(parts)), {
        bytes: String,
        longs: String,
      });
      for (const { scopeSpans } of told.resourceSpans ?? []) {
        for (const span of (scopeSpans ?? []).flatMap((scope) => scope.spans ?? [])) {
          spans.push({
            name: span.name,
            traceId: hex(span.traceId),
            spanId: hex(span.spanId),
            parentSpanId: hex(span.parentSpanId),
            attributes: Object.fromEntries(
              (span.attributes ?? []).map(({ key, value }) => [
                key,
                value.stringValue ?? value.intValue ?? value.boolValue,
              ]),
            ),
            whole: JSON.stringify(span),
          });
        }
      }
      response.setHeader('content-type', 'application/x-protobuf').end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    headers,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
