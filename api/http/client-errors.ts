import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { newId } from '../../runtime/ids.js';
import { ApiError } from './errors.js';

/** Answers what never becomes a request (headers too large, not HTTP) in the shape of all errors. */
export function answerClientErrors(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const refused =
      error.code === 'HPE_HEADER_OVERFLOW'
        ? new ApiError('HEADER_TOO_LARGE')
        : new ApiError('INVALID_JSON', { message: 'The request is not valid HTTP.' });
    const requestId = newId();
    const body = JSON.stringify(refused.toBody(requestId));
    socket.end(
      [
        `HTTP/1.1 ${refused.status} ${refused.status === 431 ? 'Request Header Fields Too Large' : 'Bad Request'}`,
        'Content-Type: application/json; charset=utf-8',
        `Content-Length: ${Buffer.byteLength(body)}`,
        `X-Request-Id: ${requestId}`,
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    );
  });
}
