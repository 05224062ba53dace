/** The parts of the OpenAPI document that generated files need. */
export interface ApiDocument {
  info: { title: string; version: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, DocumentOperation>>;
}

interface DocumentOperation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  security: Record<string, unknown>[];
  parameters: { name: string; in: string; required: boolean; description?: string }[];
  requestBody?: { content: Record<string, { example?: unknown }> };
}

export interface ApiOperation extends DocumentOperation {
  method: string;
  path: string;
  /** The example of its JSON body. */
  example: unknown;
}

/** Lists the operations of REST keys, in the order of the document: those of pages need a page. */
export const operationsOf = (document: ApiDocument): ApiOperation[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { security }]) => !security.some((way) => 'widgetKey' in way))
      .map(([method, operation]) => ({
        ...operation,
        method,
        path,
        example: operation.requestBody?.content['application/json']?.example,
      })),
  );
