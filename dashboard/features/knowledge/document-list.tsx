import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { request } from '../../api/request.js';
import { usePermission } from '../../api/session.js';
import { useApiList } from '../../api/use-api-query.js';
import { Chip } from '../../components/chip.js';
import { Empty, Page } from '../../components/page.js';
import { PagedList } from '../../components/paged-list.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import { Timestamp } from '../../components/time/timestamp.js';
import { DOCUMENTS, KINDS, sizeOf } from '../../words/documents.js';
import * as words from '../../words/en/knowledge.js';
import { LOCALE } from '../../words/locale.js';
import { Upload } from './upload-document.js';

const REST_MS = 300;
const WATCH_MS = 2_000;
const PERCENT = new Intl.NumberFormat(LOCALE, { style: 'percent' });

/** The passages that an agent would find for a question. */
function Search() {
  const [typed, setTyped] = useState('');
  const [query] = useDebouncedValue(typed.trim(), REST_MS);
  const searchQuery = useQuery({
    queryKey: ['searchKnowledge', query],
    queryFn: () => request('searchKnowledge', { body: { query, min_score: 0.1 } }),
    enabled: query !== '',
    placeholderData: keepPreviousData,
  });
  return (
    <section className="card" aria-labelledby="search">
      <header className="card-head">
        <h2 id="search">{words.testSearch}</h2>
      </header>
      <div className="card-body stack">
        <TextInput
          type="search"
          label={words.question}
          placeholder={words.howLongIsTheWarranty}
          maxLength={200}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        {query && (
          <QueryBoundary query={searchQuery} lines={2}>
            {({ results }) =>
              results.length === 0 ? (
                <p className="quiet">{words.noResultsTheAgentWouldAnswer}</p>
              ) : (
                <ul className="results-of-leads" aria-label={words.searchResults}>
                  {results.map(({ chunk_id, document_id, title, heading, page, text, score }) => (
                    <li key={chunk_id}>
                      <div className="row">
                        <Link to="/knowledge/$id" params={{ id: document_id }} className="grow">
                          {title}
                        </Link>
                        <span className="faint numbers">{PERCENT.format(score)}</span>
                      </div>
                      <p className="faint">
                        {heading} {page !== null && words.page(page)}
                      </p>
                      <p className="said">{text}</p>
                    </li>
                  ))}
                </ul>
              )
            }
          </QueryBoundary>
        )}
      </div>
    </section>
  );
}

/** The documents that agents answer from. */
export function KnowledgePage() {
  const may = usePermission();
  const pages = useApiList('listKnowledgeDocuments', { query: { limit: 50 } }, { everyMs: WATCH_MS });
  return (
    <Page title={words.knowledge} create={may('knowledge:write') && <Upload label={words.addDocument} isMain />}>
      <div className="two">
        <div>
          <PagedList
            pages={pages}
            rows={(page) => page.documents}
            label={words.documents}
            empty={
              <Empty title={words.noDocumentsYet} first>
                <p>{words.addADocumentAgentsWithA}</p>
              </Empty>
            }
          >
            {(document) => (
              <Link to="/knowledge/$id" params={{ id: document.id }} className="line listed">
                <span className="grow">
                  <strong className="cut">{document.title}</strong>
                  <span className="faint cut">
                    {document.collection} · {KINDS[document.kind]} · {sizeOf(document.bytes)} ·{' '}
                    <Timestamp at={document.updated_at} />
                  </span>
                </span>
                {!document.searched && <Chip who="off" label={words.notSearchableYet} />}
                <Chip {...DOCUMENTS[document.status]} />
              </Link>
            )}
          </PagedList>
        </div>
        <Search />
      </div>
    </Page>
  );
}
