import { Button, Menu, Textarea, TextInput } from '@mantine/core';
import { type RefObject, useState } from 'react';
import type { InboxEntry } from '../../schemas/conversations/inbox.js';
import { useAsk } from '../api/ask.js';
import { Icon } from '../parts/icons.js';
import { ProblemNote } from '../parts/problem-note.js';
import { Select } from '../parts/select.js';
import { When } from '../parts/when.js';
import { Attach } from './attach.js';
import { Canned } from './canned.js';
import { laterTimes } from './folders.js';
import { Planned } from './planned.js';
import { TemplateChoice } from './template-choice.js';
import { type Way, waysTo } from './ways.js';
import { takesText, useWriting } from './writing.js';

interface Props {
  entry: InboxEntry;
  box: RefObject<HTMLTextAreaElement | null>;
  onTyping: () => void;
  /** Says that the entry is done. */
  onDone: () => void;
}

/** What WhatsApp allows now: free text for a day after the lead wrote, templates otherwise. */
function WhatsAppWindow({ until }: { until: string | null }) {
  return (
    <p className="faint">
      {until !== null && takesText(until) ? (
        <>
          WhatsApp is open for free text; it closes <When at={until} />
        </>
      ) : (
        'WhatsApp is closed for free text until the lead writes: choose a template.'
      )}
    </p>
  );
}

interface FootProps {
  way: Way | undefined;
  leadId: string | undefined;
  busy: boolean;
  /** Whether a text can be put in. */
  mayPick: boolean;
  onPick: (text: string) => void;
  /** Asks for a file, where one may go with it. */
  onFile: (() => void) | undefined;
  onLater: (at: Date) => void;
}

/** What stands below the text: replies that are used again, and how it is sent. */
const Foot = ({ way, leadId, busy, mayPick, onPick, onFile, onLater }: FootProps) => (
  <div className="row composer-foot">
    {way && mayPick && <Canned channel={way.channel} leadId={leadId} onPick={onPick} />}
    {onFile && (
      <Button variant="subtle" onClick={onFile}>
        File
      </Button>
    )}
    <span className="faint grow wide-only">Ctrl Enter sends, with Shift it is done too</span>
    {way && (
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

/** Asks by which ways an entry can be answered, undefined until that is known, and which chat it has, closed or not. */
function useWays(entry: InboxEntry): { ways: Way[] | undefined; chatId: string | undefined } {
  const leadId = entry.lead?.id ?? '';
  const lead = useAsk('getLead', { params: { id: leadId } }, { when: leadId !== '' });
  const asked = useAsk('listConversations', { query: { lead_id: leadId, limit: 20 } }, { when: leadId !== '' });
  const known = leadId === '' || (lead.data !== undefined && asked.data !== undefined);
  const conversations = asked.data?.conversations ?? [];
  return {
    ways: known ? waysTo(entry, lead.data?.lead, conversations) : undefined,
    chatId: entry.conversation_id ?? conversations.find(({ channel }) => channel === 'chat')?.id,
  };
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

interface BoxProps {
  box: RefObject<HTMLTextAreaElement | null>;
  value: string;
  onChange: (text: string) => void;
  /** Sends it, and says that the entry is done where that is meant too. */
  onSend: (isDone: boolean) => void;
}

const AnswerBox = ({ box, value, onChange, onSend }: BoxProps) => (
  <Textarea
    ref={box}
    aria-label="Your answer"
    placeholder="Write an answer"
    rows={3}
    maxLength={20_000}
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
    onKeyDown={(event) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSend(event.shiftKey);
      if (event.key === 'Escape') event.currentTarget.blur();
    }}
  />
);

/** Where an answer is written, by the way that was used last. */
export function Composer({ entry, box, onTyping, onDone }: Props) {
  const { ways, chatId } = useWays(entry);
  const [chosen, setChosen] = useState<string>();
  const way = ways?.find(({ channel }) => channel === chosen) ?? ways?.[0];
  const writing = useWriting(entry, way, box);
  const { text, setText, subject, setSubject, isClosed, send, problem } = writing;
  if (ways?.length === 0) return <p className="calm">There is no address to write to.</p>;
  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {chatId && <Planned conversationId={chatId} onCancelled={(words) => !text && setText(words)} />}
      <div className="row">
        <Select
          size="xs"
          aria-label="By which way"
          className="reply-way"
          data={(ways ?? []).map(({ channel, label }) => ({ value: channel, label }))}
          value={way?.channel ?? null}
          onChange={(value) => setChosen(value ?? undefined)}
        />
        {writing.needsSubject && (
          <Subject
            box={writing.subjectBox}
            value={subject}
            onChange={setSubject}
            answered={writing.answered?.subject}
          />
        )}
        {way?.channel === 'whatsapp' && <WhatsAppWindow until={entry.whatsapp_window_expires_at} />}
      </div>
      {isClosed && entry.lead ? (
        <TemplateChoice leadId={entry.lead.id} value={writing.template} onChange={writing.setTemplate} />
      ) : (
        <AnswerBox
          box={box}
          value={text}
          onChange={(typed) => {
            setText(typed);
            onTyping();
          }}
          onSend={(isDone) => void send(isDone ? { then: onDone } : {})}
        />
      )}
      {writing.file && <Attach value={writing.file} onChange={writing.setFile} />}
      {problem && <ProblemNote problem={problem} />}
      <Foot
        way={way}
        leadId={entry.lead?.id}
        busy={writing.busy}
        mayPick={!isClosed}
        onFile={writing.takesFile && !writing.file ? () => writing.setFile({ link: '', type: 'image' }) : undefined}
        onPick={(picked) => {
          setText(text ? `${text}\n${picked}` : picked);
          box.current?.focus();
        }}
        onLater={(at) => void send({ at })}
      />
    </form>
  );
}
