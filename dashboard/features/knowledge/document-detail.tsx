import { Button } from '@mantine/core';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { KnowledgeDocument } from '../../../schemas/knowledge/documents.js';
import { usePermission } from '../../api/session.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { useApiList, useApiQuery } from '../../api/use-api-query.js';
import { Chip } from '../../components/chip.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { Page } from '../../components/page.js';
import { PagedList } from '../../components/paged-list.js';
import { ProblemNote } from '../../components/problem-note.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import { Timestamp } from '../../components/time/timestamp.js';
import { DOCUMENTS, KINDS, SIGNS, sizeOf } from '../../words/documents.js';
import * as words from '../../words/en/knowledge.js';
import { translated } from '../../words/sentences.js';
import { Upload } from './upload-document.js';

const WATCH_MS = 1_000;

/** The passages to review before the document is searched. */
function Flagged({ document }: { document: KnowledgeDocument }) {
  const may = usePermission();
  const release = useApiMutation('releaseKnowledgeDocument');
  return (
    <section className="card" aria-labelledby="flagged">
      <header className="card-head">
        <h2 id="flagged">{words.reviewBeforeAgentsUseThis}</h2>
        {may('knowledge:write') && (
          <Button
            loading={release.isPending}
            onClick={() => void release.mutateAsync({ params: { id: document.id }, body: {} }).catch(() => undefined)}
          >
            {words.approve}
          </Button>
        )}
      </header>
      <ul className="card-body results-of-leads">
        {document.signs.map(({ sign, page, text }) => (
          <li key={`${sign} ${page} ${text}`}>
            <strong>{SIGNS[sign]}</strong> {page !== null && <span className="faint">{words.page(page)}</span>}
            <p className="said">{text}</p>
          </li>
        ))}
      </ul>
      {release.problem && <ProblemNote problem={release.problem} />}
    </section>
  );
}

function Facts({ document }: { document: KnowledgeDocument }) {
  const facts = [
    [words.collection, document.collection],
    [words.type, KINDS[document.kind]],
    [words.size, sizeOf(document.bytes)],
    [words.pages, document.pages],
    [words.sections, document.chunks],
    [words.language, document.language],
    [words.version, document.version],
  ].filter(([, value]) => value !== null);
  return (
    <section className="card" aria-labelledby="facts">
      <header className="card-head">
        <h2 id="facts">{words.details}</h2>
      </header>
      <dl className="card-body">
        {facts.map(([label, value]) => (
          <div className="fact" key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div className="fact">
          <dt>{words.updated}</dt>
          <dd>
            <Timestamp at={document.updated_at} />
          </dd>
        </div>
        {document.url && (
          <div className="fact">
            <dt>{words.url}</dt>
            <dd>
              <a href={document.url} rel="noopener noreferrer" target="_blank">
                {document.url}
              </a>
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}

function Chunks({ id }: { id: string }) {
  const pages = useApiList('listKnowledgeChunks', { params: { id }, query: { limit: 20 } });
  return (
    <PagedList
      pages={pages}
      rows={(page) => page.chunks.map((chunk) => ({ ...chunk, id: String(chunk.no) }))}
      label={words.sections}
      empty={<p className="calm card">{words.noSectionsYet}</p>}
    >
      {({ heading, page, text }) => (
        <div className="chunk">
          <p className="faint">
            {heading ?? words.noHeading} {page !== null && words.page2(page)}
          </p>
          <p className="said">{text}</p>
        </div>
      )}
    </PagedList>
  );
}

/** A document: its status, and the parts in which it is searched. */
export function DocumentPage() {
  const { id } = useParams({ from: '/shell/knowledge/$id' });
  const may = usePermission();
  const navigate = useNavigate();
  const [isConfirming, setIsConfirming] = useState(false);
  const first = useApiQuery('getKnowledgeDocument', { params: { id } });
  const isQueued = first.data?.document.status === 'queued';
  const documentQuery = useApiQuery('getKnowledgeDocument', { params: { id } }, isQueued ? { everyMs: WATCH_MS } : {});
  const remove = useApiMutation('deleteKnowledgeDocument', () => navigate({ to: '/knowledge' }));
  const document = documentQuery.data?.document;
  return (
    <Page
      title={document?.title ?? words.documentLabel}
      actions={
        document && (
          <>
            <Chip {...DOCUMENTS[document.status]} />
            {may('knowledge:write') && (
              <>
                <Upload id={id} label={words.replaceContent} />
                <Button variant="default" onClick={() => setIsConfirming(true)}>
                  {words.deleteLabel}
                </Button>
              </>
            )}
          </>
        )
      }
    >
      <div className="stack">
        <p>
          <Link to="/knowledge">{words.knowledge}</Link>
        </p>
        <QueryBoundary query={documentQuery} lines={8}>
          {({ document: known }) => (
            <div className="two">
              <div className="stack">
                {known.failure && <p className="note-strip">{translated(known.failure)}</p>}
                {known.status === 'flagged' && <Flagged document={known} />}
                {known.status !== 'queued' && <Chunks key={known.version} id={id} />}
              </div>
              <Facts document={known} />
            </div>
          )}
        </QueryBoundary>
        {remove.problem && <ProblemNote problem={remove.problem} />}
      </div>
      <ConfirmDialog
        title={words.deleteDocument}
        opened={isConfirming}
        isPending={remove.isPending}
        onCancel={() => setIsConfirming(false)}
        onConfirm={() => void remove.mutateAsync({ params: { id } }).catch(() => setIsConfirming(false))}
      >
        {words.agentsStopUsingItInTheir}
      </ConfirmDialog>
    </Page>
  );
}
