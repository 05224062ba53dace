import { Button } from '@mantine/core';
import { useState } from 'react';
import { useApiQuery } from '../../api/use-api-query.js';
import * as words from '../../words/en/parts.js';
import { QueryBoundary } from '../query-boundary.js';
import { HtmlEmail } from './html-email.js';

function Shown({ id }: { id: string }) {
  const messageQuery = useApiQuery('getMessage', { params: { id } });
  return (
    <QueryBoundary query={messageQuery} lines={3}>
      {({ message }) =>
        message.html === null ? <p className="quiet">{words.sentAsPlainText}</p> : <HtmlEmail html={message.html} />
      }
    </QueryBoundary>
  );
}

/** A mail of which the text is read first: shows it, when asked to, as it was sent. */
export function OriginalEmail({ id }: { id: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="subtle" size="compact-xs" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? words.hideOriginal : words.showOriginal}
      </Button>
      {open && <Shown id={id} />}
    </>
  );
}
