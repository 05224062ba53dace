import { Button } from '@mantine/core';
import { useState } from 'react';
import { download } from '../../api/download.js';
import { asProblem, type Problem } from '../../api/problem.js';
import { addressOf } from '../../api/request.js';
import { ProblemNote } from '../../components/problem-note.js';
import * as words from '../../words/en/inbox.js';
import { wordOf } from '../../words/fields.js';

/** A file of a message, as its channel tells of it. */
export interface MediaFile {
  type: string;
  mime_type: string | null;
  file_name: string | null;
}

/** The image types that browsers show without running any content. */
const DRAWN = /^image\/(png|jpe?g|gif|webp)(;|$)/;

/** The file of a message: a picture is shown when it is asked for, anything else is downloaded. */
export function MessageMedia({ id, file }: { id: string; file: MediaFile }) {
  const [state, setState] = useState<'closed' | 'open' | 'gone'>('closed');
  const [isPending, setIsPending] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const name = file.file_name ?? wordOf(file.type);
  const isDrawn = DRAWN.test(file.mime_type ?? '');
  const address = addressOf('getMessageMedia', { id });
  const fetchFile = async () => {
    setIsPending(true);
    setProblem(undefined);
    await download(address, name).catch((thrown) => setProblem(asProblem(thrown)));
    setIsPending(false);
  };
  if (state === 'open') return <img className="media" src={address.href} alt={name} onError={() => setState('gone')} />;
  return (
    <div>
      {isDrawn && state === 'closed' ? (
        <Button variant="subtle" size="compact-xs" onClick={() => setState('open')}>
          {words.showImage}
        </Button>
      ) : (
        <Button variant="subtle" size="compact-xs" loading={isPending} onClick={() => void fetchFile()}>
          {words.download(name)}
        </Button>
      )}
      {state === 'gone' && <p className="faint">{words.theFileIsNoLongerAvailable}</p>}
      {problem && <ProblemNote problem={problem} />}
    </div>
  );
}
