import { once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import express, { type NextFunction, type Request, type Response } from 'express';
import supertest from 'supertest';
import { toApiError } from '../../../api/http/errors.js';
import { receiveFile } from '../../../api/http/request/receive-file.js';

const LIMIT = 64 * 1024;

const app = express();
app.post('/', async (req, res) => {
  const taken = await receiveFile(
    req,
    async (bytes) => {
      let size = 0;
      for await (const piece of bytes) size += piece.length;
      return size;
    },
    LIMIT,
  );
  res.json({ size: taken.file, fields: Object.fromEntries(taken.fields) });
});
app.use((error: unknown, _req: Request, res: Response, _next: NextFunction) => {
  const answer = toApiError(error);
  res.status(answer.status).json(answer.toBody(''));
});

const form = (size: number) =>
  supertest(app).post('/').attach('file', Buffer.alloc(size, 'a'), 'a.csv').field('dry_run', 'true');
const body = (size: number) =>
  supertest(app).post('/').set('Content-Type', 'text/csv').send(Buffer.alloc(size, 'a').toString());

/** Without a declared length only counting tells how large a body is. */
const chunked = async (size: number) => {
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { port } = server.address() as { port: number };
    const answer = await fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      headers: { 'Content-Type': 'text/csv' },
      body: new Blob([Buffer.alloc(size, 'a')]).stream(),
      duplex: 'half',
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  } finally {
    server.close();
  }
};

describe('a file in a request', () => {
  it('arrives whole up to the limit, with the fields of its form', async () => {
    expect((await form(LIMIT)).body).toEqual({ size: LIMIT, fields: { dry_run: 'true' } });
    expect((await body(LIMIT)).body).toEqual({ size: LIMIT, fields: {} });
    expect((await chunked(LIMIT)).body).toEqual({ size: LIMIT, fields: {} });
  });

  it('is refused one byte beyond it, however it is sent', async () => {
    for (const answer of [await form(LIMIT + 1), await body(LIMIT + 1), await chunked(LIMIT + 1)]) {
      expect([answer.status, answer.body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    }
  });

  it('is taken neither compressed nor as another type', async () => {
    const zipped = await body(10).set('Content-Encoding', 'gzip');
    const json = await supertest(app).post('/').send({ file: 'a' });
    expect([zipped.status, json.status]).toEqual([415, 415]);
  });
});
