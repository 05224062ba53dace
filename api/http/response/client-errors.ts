import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { newId } from '../../../runtime/ids.js';
import { ApiError } from '../errors.js';

/** Returns what never becomes a request (headers too large or too slow, not HTTP) in the shape of all errors. */
export function answerClientErrors(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const refused = refusalOf(error.code);
    const requestId = newId();
    const body = JSON.stringify(refused.toBody(requestId));
    socket.write(
      [
        `HTTP/1.1 ${refused.status} ${STATUS_CODES[refused.status]}`,
        'Content-Type: application/json; charset=utf-8',
        `Content-Length: ${Buffer.byteLength(body)}`,
        `X-Request-Id: ${requestId}`,
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    );
    // Not `end`: a client that never closes its side would keep the connection.
    socket.destroySoon();
  });
}

function refusalOf(code: string | undefined): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW') return new ApiError('HEADER_TOO_LARGE');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new ApiError('REQUEST_TIMEOUT', { message: "The request didn't arrive in time. Send it again." });
  }
  return new ApiError('INVALID_JSON', { message: "The request isn't valid HTTP." });
}
