import { Button, CopyButton, Modal } from '@mantine/core';
import type { Answer } from '../../api/operation-types.js';
import { useSession } from '../../api/session.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { Icon } from '../../components/icons.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import { Copyable } from '../../components/secret-once.js';
import { Timestamp } from '../../components/time/timestamp.js';
import * as words from '../../words/en/request-log.js';
import { RequestStatus } from './request-status.js';

type ApiRequest = Answer<'getApiRequest'>['api_request'];

const pretty = (json: unknown) => JSON.stringify(json, null, 2);

/** Quotes a text for a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** Returns a curl command of the same form. Redacted texts have to be filled in. */
function curlOf({ method, path, query, request_body }: ApiRequest, origin: string): string {
  const search = query ? `?${new URLSearchParams(query as Record<string, string>)}` : '';
  return [
    `curl -X ${method} ${quoted(`${origin}${path}${search}`)}`,
    '-H "X-API-Key: $API_KEY"',
    ...(request_body === null
      ? []
      : ['-H "Content-Type: application/json"', `-d ${quoted(JSON.stringify(request_body))}`]),
  ].join(' \\\n  ');
}

const Json = ({ title, json }: { title: string; json: unknown }) =>
  json !== null && (
    <>
      <h3>{title}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section className="request-json" aria-label={title} tabIndex={0}>
        <pre>{pretty(json)}</pre>
      </section>
    </>
  );

function Details({ request }: { request: ApiRequest }) {
  const { service } = useSession();
  const { id, key, operation, duration_ms, idempotency_key, error_code, at, method, path } = request;
  const curl = curlOf(request, service.public_url.replace(/\/+$/, ''));
  return (
    <div className="stack">
      <p>
        <RequestStatus status={request.status} /> <strong>{method}</strong> <code className="wrapped">{path}</code>
      </p>
      <p className="quiet">
        <Timestamp at={at} /> · {words.milliseconds(duration_ms)} · {key.name} · <code>{operation}</code>
        {error_code && (
          <>
            {' '}
            ·{' '}
            <a href={`docs/errors#${error_code.toLowerCase()}`} target="_blank" rel="noreferrer">
              {error_code}
            </a>
          </>
        )}
      </p>
      <div>
        <h3>{words.requestId}</h3>
        <Copyable value={id} label={words.copyRequestId} />
      </div>
      {idempotency_key && (
        <p>
          {words.idempotencyKey} <code className="wrapped">{idempotency_key}</code>
          {request.replayed && ` · ${words.replayed}`}
        </p>
      )}
      <div>
        <Json title={words.query} json={request.query} />
        <Json title={words.requestBody} json={request.request_body} />
        <Json title={words.responseBody} json={request.response_body} />
        <p className="faint">{words.textsAreRedacted}</p>
      </div>
      {isSecureContext && (
        <CopyButton value={curl}>
          {({ copied, copy }) => (
            <div>
              <Button
                variant="default"
                leftSection={<Icon name={copied ? 'check' : 'copy'} size={14} />}
                onClick={copy}
              >
                {copied ? words.copied : words.copyAsCurl}
              </Button>
            </div>
          )}
        </CopyButton>
      )}
    </div>
  );
}

/** The details of one request; undefined: none is open. */
export function ApiRequestDetail({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const requestQuery = useApiQuery('getApiRequest', { params: { id: id ?? '' } }, { enabled: id !== undefined });
  return (
    <Modal opened={id !== undefined} onClose={onClose} title={words.apiRequest} size="xl">
      <QueryBoundary query={requestQuery} lines={6}>
        {({ api_request }) => <Details request={api_request} />}
      </QueryBoundary>
    </Modal>
  );
}
