import { Button } from '@mantine/core';
import { useState } from 'react';
import type { CloudFunction } from '../../schemas/functions/cloud-functions.js';
import { usePages } from '../api/ask.js';
import type { Draft } from '../api/draft.js';
import { useMay } from '../api/session.js';
import { Listed } from '../parts/listed.js';
import { lineDifferences } from '../parts/text-differences.js';
import { When } from '../parts/when.js';

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

/** The versions of a source, what differs from what stands in the editor, and the way back. */
export function FunctionVersions({ fn, draft }: { fn: CloudFunction; draft: Draft<CloudFunction> }) {
  const may = useMay();
  const pages = usePages('listCloudFunctionVersions', { params: { id: fn.id }, query: { limit: 50 } });
  const [shown, setShown] = useState<number>();
  return (
    <Listed
      pages={pages}
      rows={(page) => page.versions.map((version) => ({ ...version, id: String(version.version) }))}
      label="Versions"
      empty={null}
    >
      {({ version, source, created_at, deployed_at }) => (
        <>
          <div className="line key">
            <span className="grow">
              <strong>Version {version}</strong>{' '}
              <span className="faint">
                <When at={created_at} plain />
                {!deployed_at && ' · never deployed'}
                {source === fn.source && ' · in the editor'}
              </span>
            </span>
            {source !== fn.source && (
              <Button
                variant="default"
                size="compact-sm"
                aria-expanded={shown === version}
                onClick={() => setShown(shown === version ? undefined : version)}
              >
                Compare
              </Button>
            )}
            {may('functions:write') && source !== fn.source && (
              <Button variant="default" size="compact-sm" onClick={() => draft.change({ source })}>
                Take it into the editor
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
    </Listed>
  );
}
