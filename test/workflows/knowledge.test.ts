import { describe, expect, it } from '@jest/globals';
import type { TestAccount } from '../support/api.js';
import { addDocument, FLAGGED, found } from '../support/knowledge.js';
import { pdfOf } from '../support/pdf.js';
import { eventually, useService } from '../support/service.js';

const service = useService();

/** The document once its newest content was worked. */
const worked = (account: TestAccount, id: string) =>
  eventually(async () => {
    const { document } = (await account.request('get', `/knowledge/documents/${id}`).expect(200)).body;
    return document.status === 'queued' ? undefined : document;
  });

const FILES = [
  ['prices.pdf', pdfOf([['Cover.'], ['An inverter costs 900 euros.']]), 'What does an inverter cost?'],
  [
    'hours.html',
    Buffer.from('<h1>Opening hours</h1><p>We open at nine on Saturdays.</p>'),
    'When do you open on Saturdays?',
  ],
  [
    'rules.md',
    Buffer.from('# Returns\n\nSend it back within thirty days.'),
    'Within how many days can I send it back?',
  ],
] as const;

describe('a document that is added', () => {
  it('is read, indexed and found, be it a PDF, a page or Markdown', async () => {
    const account = await service.account();
    for (const [name, file, question] of FILES) {
      const { body } = await account.request('post', '/knowledge/documents').attach('file', file, name).expect(202);
      const { id } = body.document;
      expect(await worked(account, id)).toMatchObject({ status: 'ready', searched: true });
      expect((await found(account, question))[0]).toMatchObject({
        document_id: id,
        page: name === 'prices.pdf' ? 2 : null,
      });
      await service.resultOf(`knowledge/${id}`);
    }
  });

  it('takes no place of other activities while it is read', async () => {
    const account = await service.account();
    const { id } = await addDocument(account, FLAGGED);
    await service.resultOf(`knowledge/${id}`);
    const { events } = await service.client.workflow.getHandle(`knowledge/${id}`).fetchHistory();
    const queues = (events ?? []).flatMap(({ activityTaskScheduledEventAttributes: scheduled }) =>
      scheduled?.activityType?.name === 'indexDocument' ? [scheduled.taskQueue?.name] : [],
    );
    expect(queues).toEqual([expect.stringMatching(/documents$/)]);
  });

  it('is failed where it can not be read, held where it is suspicious, and gone once deleted', async () => {
    const account = await service.account();
    const broken = await account
      .request('post', '/knowledge/documents')
      .attach('file', Buffer.from('%PDF-1.4'), 'a.pdf');
    expect(await worked(account, broken.body.document.id)).toMatchObject({ status: 'failed', searched: false });

    const { id } = await addDocument(account, FLAGGED);
    expect(await worked(account, id)).toMatchObject({ status: 'flagged' });
    await account.request('post', `/knowledge/documents/${id}/release`).expect(200);
    expect(await found(account, 'How long is the guarantee on panels?')).toHaveLength(1);
    const newer = { kind: 'text', content: 'The guarantee on panels lasts 30 years.' };
    await account.request('put', `/knowledge/documents/${id}`).send(newer).expect(202);
    expect(await worked(account, id)).toMatchObject({ status: 'ready', version: 2 });
    expect((await found(account, 'How long is the guarantee on panels?'))[0].text).toBe(newer.content);
    await account.request('delete', `/knowledge/documents/${id}`).expect(204);
    await eventually(async () =>
      (await service.db('knowledge_documents').where({ id }).first('id')) ? undefined : true,
    );
  });
});
