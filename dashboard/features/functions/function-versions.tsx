import { Button } from '@mantine/core';
import { useState } from 'react';
import type { CloudFunction } from '../../../schemas/functions/cloud-functions.js';
import { usePermission } from '../../api/session.js';
import { useApiList } from '../../api/use-api-query.js';
import type { Draft } from '../../api/use-draft.js';
import { PagedList } from '../../components/paged-list.js';
import { lineDifferences } from '../../components/text-differences.js';
import { Timestamp } from '../../components/time/timestamp.js';
import * as words from '../../words/en/function.js';

/** Two sources line by line. */
const Lines = ({ before, after }: { before: string; after: string }) => (
  <pre className="code diff">
    {lineDifferences(before, after).map(({ kind, text }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: lines have no names.
      <span key={index} data-kind={kind}>
        {kind === 'added' ? '+' : kind === 'removed' ? '−' : ' '} {text}
        {'\n'}
      </span>
    ))}
  </pre>
);

/** The versions of a source, compared with the editor's source, and the restore action. */
export function FunctionVersions({ fn, draft }: { fn: CloudFunction; draft: Draft<CloudFunction> }) {
  const may = usePermission();
  const pages = useApiList('listCloudFunctionVersions', { params: { id: fn.id }, query: { limit: 50 } });
  const [shown, setShown] = useState<number>();
  return (
    <PagedList
      pages={pages}
      rows={(page) => page.versions.map((version) => ({ ...version, id: String(version.version) }))}
      label={words.versions}
      empty={null}
    >
      {({ version, source, created_at, deployed_at }) => (
        <>
          <div className="line key">
            <span className="grow">
              <strong>{words.version2(version)}</strong>{' '}
              <span className="faint">
                <Timestamp at={created_at} plain />
                {!deployed_at && words.neverDeployed}
                {source === fn.source && words.inTheEditor}
              </span>
            </span>
            {source !== fn.source && (
              <Button
                variant="default"
                size="compact-sm"
                aria-expanded={shown === version}
                onClick={() => setShown(shown === version ? undefined : version)}
              >
                {words.compare}
              </Button>
            )}
            {may('functions:write') && source !== fn.source && (
              <Button variant="default" size="compact-sm" onClick={() => draft.change({ source })}>
                {words.loadIntoEditor}
              </Button>
            )}
          </div>
          {shown === version && source !== fn.source && (
            <div className="card-body">
              <Lines before={source} after={fn.source} />
            </div>
          )}
        </>
      )}
    </PagedList>
  );
}
