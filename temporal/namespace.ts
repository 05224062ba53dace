import { Connection, isGrpcServiceError } from '@temporalio/client';
import proto from '@temporalio/proto';
import { SEARCH_ATTRIBUTES } from '../workflows/visibility.js';
import { temporalSettings } from './client.js';

const ALREADY_EXISTS = 6;
const PERMISSION_DENIED = 7;
const UNIMPLEMENTED = 12;
const DAY_SECONDS = 86_400;

/**
 * Makes the namespace ready: it exists, keeps closed runs for `retentionDays`, knows the search attributes. On Temporal
 * Cloud, where this is done in the console, a refusal is answered as a note instead of an error.
 */
export async function prepareNamespace(retentionDays: number): Promise<string[]> {
  const { connection: options, namespace } = temporalSettings();
  const connection = await Connection.connect(options);
  const notes: string[] = [];
  const retention = {
    seconds: retentionDays * DAY_SECONDS,
  } as unknown as proto.temporal.api.namespace.v1.INamespaceConfig['workflowExecutionRetentionTtl'];
  const attempt = async (what: string, call: () => Promise<unknown>) => {
    try {
      await call();
    } catch (error) {
      const code = isGrpcServiceError(error) ? error.code : -1;
      if (code === ALREADY_EXISTS) return;
      if (code !== PERMISSION_DENIED && code !== UNIMPLEMENTED) throw error;
      notes.push(`${what} couldn't be set on this Temporal service. Set it in its console.`);
    }
  };
  try {
    await attempt('The namespace', () =>
      connection.workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod: retention }),
    );
    await attempt('The retention', () =>
      connection.workflowService.updateNamespace({ namespace, config: { workflowExecutionRetentionTtl: retention } }),
    );
    const known = await connection.operatorService
      .listSearchAttributes({ namespace })
      .then(({ customAttributes }) => Object.keys(customAttributes ?? {}))
      .catch((): string[] => []);
    const missing = SEARCH_ATTRIBUTES.filter((name) => !known.includes(name));
    if (missing.length > 0) {
      const keyword = proto.temporal.api.enums.v1.IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD;
      await attempt(`The search attributes ${missing.join(', ')}`, () =>
        connection.operatorService.addSearchAttributes({
          namespace,
          searchAttributes: Object.fromEntries(missing.map((name) => [name, keyword])),
        }),
      );
    }
    return notes;
  } finally {
    await connection.close();
  }
}
