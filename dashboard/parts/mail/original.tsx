import { Button } from '@mantine/core';
import { useState } from 'react';
import { useAsk } from '../../api/ask.js';
import { Asked } from '../asked.js';
import { MailFrame } from './mail-frame.js';

function Shown({ id }: { id: string }) {
  const asked = useAsk('getMessage', { params: { id } });
  return (
    <Asked asked={asked} lines={3}>
      {({ message }) =>
        message.html === null ? <p className="quiet">It was sent as text alone.</p> : <MailFrame html={message.html} />
      }
    </Asked>
  );
}

/** A mail of which the text is read first: shows it, when asked to, as it was sent. */
export function Original({ id }: { id: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="subtle" size="compact-xs" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? 'Hide original' : 'Show original'}
      </Button>
      {open && <Shown id={id} />}
    </>
  );
}
