import { Button } from '@mantine/core';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { KnowledgeDocument } from '../../schemas/knowledge/documents.js';
import { useAct } from '../api/act.js';
import { useAsk, usePages } from '../api/ask.js';
import { useMay } from '../api/session.js';
import { Asked } from '../parts/asked.js';
import { Chip } from '../parts/chip.js';
import { Confirm } from '../parts/confirm.js';
import { Listed } from '../parts/listed.js';
import { Page } from '../parts/page.js';
import { ProblemNote } from '../parts/problem-note.js';
import { When } from '../parts/when.js';
import { DOCUMENTS, SIGNS, sizeOf } from '../words/documents.js';
import { Upload } from './upload.js';

const WATCH_MS = 1_000;

/** What has to be looked at before it is searched. */
function Flagged({ document }: { document: KnowledgeDocument }) {
  const may = useMay();
  const release = useAct('releaseKnowledgeDocument');
  return (
    <section className="card" aria-labelledby="flagged">
      <header className="card-head">
        <h2 id="flagged">Look at this before agents find it</h2>
        {may('knowledge:write') && (
          <Button
            loading={release.busy}
            onClick={() => void release.do({ params: { id: document.id }, body: {} }).catch(() => undefined)}
          >
            It is fine
          </Button>
        )}
      </header>
      <ul className="card-body results-of-leads">
        {document.signs.map(({ sign, page, text }) => (
          <li key={`${sign} ${page} ${text}`}>
            <strong>{SIGNS[sign]}</strong> {page !== null && <span className="faint">page {page}</span>}
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
    ['Collection', document.collection],
    ['Kind', document.kind],
    ['Size', sizeOf(document.bytes)],
    ['Pages', document.pages],
    ['Parts', document.chunks],
    ['Language', document.language],
    ['Version', document.version],
  ].filter(([, value]) => value !== null);
  return (
    <section className="card" aria-labelledby="facts">
      <header className="card-head">
        <h2 id="facts">About it</h2>
      </header>
      <dl className="card-body">
        {facts.map(([label, value]) => (
          <div className="fact" key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div className="fact">
          <dt>Changed</dt>
          <dd>
            <When at={document.updated_at} />
          </dd>
        </div>
        {document.url && (
          <div className="fact">
            <dt>Address</dt>
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
  const pages = usePages('listKnowledgeChunks', { params: { id }, query: { limit: 20 } });
  return (
    <Listed
      pages={pages}
      rows={(page) => page.chunks.map((chunk) => ({ ...chunk, id: String(chunk.no) }))}
      label="Parts"
      empty={<p className="calm card">No parts yet.</p>}
    >
      {({ heading, page, text }) => (
        <div className="chunk">
          <p className="faint">
            {heading ?? 'Without a heading'} {page !== null && `· page ${page}`}
          </p>
          <p className="said">{text}</p>
        </div>
      )}
    </Listed>
  );
}

/** A document: what became of it, and the parts in which it is searched. */
export function DocumentPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const may = useMay();
  const navigate = useNavigate();
  const [sure, setSure] = useState(false);
  const first = useAsk('getKnowledgeDocument', { params: { id } });
  const isQueued = first.data?.document.status === 'queued';
  const asked = useAsk('getKnowledgeDocument', { params: { id } }, isQueued ? { everyMs: WATCH_MS } : {});
  const remove = useAct('deleteKnowledgeDocument', () => navigate({ to: '/knowledge' }));
  const document = asked.data?.document;
  return (
    <Page
      title={document?.title ?? 'Document'}
      actions={
        document && (
          <>
            <Chip {...DOCUMENTS[document.status]} />
            {may('knowledge:write') && (
              <>
                <Upload id={id} label="New content" />
                <Button variant="default" onClick={() => setSure(true)}>
                  Delete
                </Button>
              </>
            )}
          </>
        )
      }
    >
      <div className="stack">
        <p>
          <Link to="/knowledge">Knowledge</Link>
        </p>
        <Asked asked={asked} lines={8}>
          {({ document: known }) => (
            <div className="two">
              <div className="stack">
                {known.failure && <p className="note-strip">{known.failure}</p>}
                {known.status === 'flagged' && <Flagged document={known} />}
                {known.status !== 'queued' && <Chunks key={known.version} id={id} />}
              </div>
              <Facts document={known} />
            </div>
          )}
        </Asked>
        {remove.problem && <ProblemNote problem={remove.problem} />}
      </div>
      <Confirm
        title="Delete the document"
        opened={sure}
        busy={remove.busy}
        onCancel={() => setSure(false)}
        onConfirm={() => void remove.do({ params: { id } }).catch(() => setSure(false))}
      >
        From then on no agent finds it.
      </Confirm>
    </Page>
  );
}
