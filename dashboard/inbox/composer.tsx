import { Button, Menu, Select, Textarea, TextInput } from '@mantine/core';
import { type RefObject, useRef, useState } from 'react';
import type { InboxEntry } from '../../schemas/conversations/inbox.js';
import { useAsk } from '../api/ask.js';
import { useKeptText } from '../api/device.js';
import { Icon } from '../parts/icons.js';
import { ProblemNote } from '../parts/problem-note.js';
import { When } from '../parts/when.js';
import { Canned } from './canned.js';
import { laterTimes } from './folders.js';
import { useReply } from './reply.js';
import { type Way, waysTo } from './ways.js';

interface Props {
  entry: InboxEntry;
  box: RefObject<HTMLTextAreaElement | null>;
  onTyping: () => void;
}

/** What WhatsApp allows now: free text for a day after the lead wrote, templates otherwise. */
function WhatsAppWindow({ until }: { until: string | null }) {
  const isOpen = until !== null && Date.parse(until) > Date.now();
  return (
    <p className="faint">
      {isOpen ? (
        <>
          WhatsApp is open for free text: it closes <When at={until} />.
        </>
      ) : (
        'WhatsApp is closed for free text until the lead writes; only a template reaches it.'
      )}
    </p>
  );
}

interface FootProps {
  way: Way | undefined;
  leadId: string | undefined;
  busy: boolean;
  onPick: (text: string) => void;
  onLater: (at: Date) => void;
}

/** What stands below the text: replies that are used again, and how it is sent. */
const Foot = ({ way, leadId, busy, onPick, onLater }: FootProps) => (
  <div className="row composer-foot">
    {way && <Canned channel={way.channel} leadId={leadId} onPick={onPick} />}
    <span className="faint grow wide-only">Ctrl Enter sends</span>
    {way && !way.conversationId && (
      <Menu position="top-end">
        <Menu.Target>
          <Button variant="default" disabled={busy}>
            Send later
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {laterTimes(new Date()).map(({ label, at }) => (
            <Menu.Item key={label} onClick={() => onLater(at)}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    )}
    <Button type="submit" loading={busy} leftSection={<Icon name="send" size={16} />}>
      Send
    </Button>
  </div>
);

/** Asks by which ways an entry can be answered; undefined until that is known. */
function useWays(entry: InboxEntry): Way[] | undefined {
  const leadId = entry.lead?.id ?? '';
  const lead = useAsk('getLead', { params: { id: leadId } }, { when: leadId !== '' });
  const conversations = useAsk('listConversations', { query: { lead_id: leadId, limit: 20 } }, { when: leadId !== '' });
  const known = leadId === '' || (lead.data !== undefined && conversations.data !== undefined);
  return known ? waysTo(entry, lead.data?.lead, conversations.data?.conversations ?? []) : undefined;
}

interface SubjectProps {
  box: RefObject<HTMLInputElement | null>;
  value: string;
  onChange: (subject: string) => void;
  /** The subject of the mail that is answered, which stands where none is given. */
  answered: string | null | undefined;
}

const Subject = ({ box, value, onChange, answered }: SubjectProps) => (
  <TextInput
    ref={box}
    size="xs"
    className="grow"
    aria-label="Subject"
    placeholder={answered ? `Answers “${answered}”` : 'Subject'}
    maxLength={998}
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
);

/** Where an answer is written, by the way that was used last. */
export function Composer({ entry, box, onTyping }: Props) {
  const ways = useWays(entry);
  const [chosen, setChosen] = useState<string>();
  const [subject, setSubject] = useKeptText(`subject-${entry.id}`);
  const [text, setText] = useKeptText(`reply-${entry.id}`);
  const way = ways?.find(({ channel }) => channel === chosen) ?? ways?.[0];
  const subjectBox = useRef<HTMLInputElement>(null);
  const reply = useReply(entry, way);
  const needsSubject = way?.channel === 'email' && !way.conversationId;
  const send = async (at?: Date) => {
    if (!text.trim()) return box.current?.focus();
    if (needsSubject && !subject.trim() && !reply.answered) return subjectBox.current?.focus();
    const restore = (taken: string) => {
      setText(taken);
      setSubject(subject);
    };
    if (!(await reply.send({ text, subject: subject.trim(), at, restore }))) return;
    setText('');
    setSubject('');
  };
  if (ways?.length === 0) return <p className="calm">There is no address to write to.</p>;
  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <div className="row">
        <Select
          size="xs"
          aria-label="By which way"
          className="reply-way"
          data={(ways ?? []).map(({ channel, label }) => ({ value: channel, label }))}
          value={way?.channel ?? null}
          onChange={(value) => setChosen(value ?? undefined)}
          allowDeselect={false}
        />
        {needsSubject && (
          <Subject box={subjectBox} value={subject} onChange={setSubject} answered={reply.answered?.subject} />
        )}
        {way?.channel === 'whatsapp' && <WhatsAppWindow until={entry.whatsapp_window_expires_at} />}
      </div>
      <Textarea
        ref={box}
        aria-label="Your answer"
        placeholder="Write an answer"
        rows={3}
        maxLength={20_000}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          onTyping();
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send();
          if (event.key === 'Escape') event.currentTarget.blur();
        }}
      />
      {reply.problem && <ProblemNote problem={reply.problem} />}
      <Foot
        way={way}
        leadId={entry.lead?.id}
        busy={reply.busy}
        onPick={(picked) => {
          setText(text ? `${text}\n${picked}` : picked);
          box.current?.focus();
        }}
        onLater={(at) => void send(at)}
      />
    </form>
  );
}
