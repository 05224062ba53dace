import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { usePages } from '../api/ask.js';
import { request } from '../api/request.js';
import { useMay } from '../api/session.js';
import { Asked } from '../parts/asked.js';
import { Chip } from '../parts/chip.js';
import { Listed } from '../parts/listed.js';
import { Empty, Page } from '../parts/page.js';
import { When } from '../parts/when.js';
import { DOCUMENTS, sizeOf } from '../words/documents.js';
import { Upload } from './upload.js';

const REST_MS = 300;
const WATCH_MS = 2_000;
const PERCENT = new Intl.NumberFormat(undefined, { style: 'percent' });

/** What an agent would find for a question. */
function Search() {
  const [typed, setTyped] = useState('');
  const [query] = useDebouncedValue(typed.trim(), REST_MS);
  const asked = useQuery({
    queryKey: ['searchKnowledge', query],
    queryFn: () => request('searchKnowledge', { body: { query, min_score: 0.1 } }),
    enabled: query !== '',
    placeholderData: keepPreviousData,
  });
  return (
    <section className="card" aria-labelledby="search">
      <header className="card-head">
        <h2 id="search">What an agent finds</h2>
      </header>
      <div className="card-body stack">
        <TextInput
          type="search"
          label="A question"
          placeholder="How long is the guarantee?"
          maxLength={200}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        {query && (
          <Asked asked={asked} lines={2}>
            {({ results }) =>
              results.length === 0 ? (
                <p className="quiet">Nothing: the agent would say that it does not know.</p>
              ) : (
                <ul className="results-of-leads" aria-label="Found">
                  {results.map(({ chunk_id, document_id, title, heading, page, text, score }) => (
                    <li key={chunk_id}>
                      <div className="row">
                        <Link to="/knowledge/$id" params={{ id: document_id }} className="grow">
                          {title}
                        </Link>
                        <span className="faint numbers">{PERCENT.format(score)}</span>
                      </div>
                      <p className="faint">
                        {heading} {page !== null && `page ${page}`}
                      </p>
                      <p className="said">{text}</p>
                    </li>
                  ))}
                </ul>
              )
            }
          </Asked>
        )}
      </div>
    </section>
  );
}

/** What agents answer from. */
export function KnowledgePage() {
  const may = useMay();
  const pages = usePages('listKnowledgeDocuments', { query: { limit: 50 } }, { everyMs: WATCH_MS });
  return (
    <Page title="Knowledge" actions={may('knowledge:write') && <Upload label="Add a document" isMain />}>
      <div className="two">
        <div>
          <Listed
            pages={pages}
            rows={(page) => page.documents}
            label="Documents"
            empty={
              <Empty title="No document yet">
                <p>Agents with a model answer from what stands here, and say where they have it from.</p>
              </Empty>
            }
          >
            {(document) => (
              <Link to="/knowledge/$id" params={{ id: document.id }} className="line listed">
                <span className="grow">
                  <strong className="cut">{document.title}</strong>
                  <span className="faint cut">
                    {document.collection} · {document.kind} · {sizeOf(document.bytes)} ·{' '}
                    <When at={document.updated_at} />
                  </span>
                </span>
                {!document.searched && <Chip who="off" label="Not found yet" />}
                <Chip {...DOCUMENTS[document.status]} />
              </Link>
            )}
          </Listed>
        </div>
        <Search />
      </div>
    </Page>
  );
}
