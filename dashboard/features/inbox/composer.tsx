import { Button, Menu, Textarea, TextInput } from '@mantine/core';
import { type RefObject, useState } from 'react';
import type { InboxEntry } from '../../../schemas/conversations/inbox.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { Icon } from '../../components/icons.js';
import { ProblemNote } from '../../components/problem-note.js';
import { Select } from '../../components/select.js';
import { TemplateSelect } from '../../components/template-select.js';
import { WhatsAppWindow } from '../../components/whatsapp-window.js';
import * as labels from '../../words/en/inbox.js';
import { AttachFile } from './attach-file.js';
import { CannedReplyMenu } from './canned-reply-menu.js';
import { snoozeTimes } from './inbox-folders.js';
import { type ReplyChannel, replyChannelsOf } from './reply-channels.js';
import { ScheduledReplies } from './scheduled-replies.js';
import { useReplyDraft } from './use-reply-draft.js';

interface Props {
  entry: InboxEntry;
  box: RefObject<HTMLTextAreaElement | null>;
  onTyping: () => void;
  /** States that the entry is done. */
  onDone: () => void;
}

interface FootProps {
  way: ReplyChannel | undefined;
  leadId: string | undefined;
  isPending: boolean;
  /** True if a text can be put in. */
  mayPick: boolean;
  onPick: (text: string) => void;
  /** Requests a file, where one may go with it. */
  onFile: (() => void) | undefined;
  onLater: (at: Date) => void;
}

/** The bar below the text, with canned replies and the send button. */
const Foot = ({ way, leadId, isPending, mayPick, onPick, onFile, onLater }: FootProps) => (
  <div className="row composer-foot">
    {way && mayPick && <CannedReplyMenu channel={way.channel} leadId={leadId} onPick={onPick} />}
    {onFile && (
      <Button variant="subtle" onClick={onFile}>
        {labels.file}
      </Button>
    )}
    <span className="faint grow wide-only">{labels.ctrlEnterToSendCtrlShift}</span>
    {way && (
      <Menu position="top-end">
        <Menu.Target>
          <Button variant="default" disabled={isPending}>
            {labels.sendLater}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {snoozeTimes(new Date()).map(({ label, at }) => (
            <Menu.Item key={label} onClick={() => onLater(at)}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    )}
    <Button type="submit" loading={isPending} leftSection={<Icon name="send" size={16} />}>
      {labels.send}
    </Button>
  </div>
);

/** Asks by which ways an entry can be answered, undefined until that is known, and which chat it has, closed or not. */
function useWays(entry: InboxEntry): { ways: ReplyChannel[] | undefined; chatId: string | undefined } {
  const leadId = entry.lead?.id ?? '';
  const lead = useApiQuery('getLead', { params: { id: leadId } }, { enabled: leadId !== '' });
  const conversationsQuery = useApiQuery(
    'listConversations',
    { query: { lead_id: leadId, limit: 20 } },
    { enabled: leadId !== '' },
  );
  const known = leadId === '' || (lead.data !== undefined && conversationsQuery.data !== undefined);
  const conversations = conversationsQuery.data?.conversations ?? [];
  return {
    ways: known ? replyChannelsOf(entry, lead.data?.lead, conversations) : undefined,
    chatId: entry.conversation_id ?? conversations.find(({ channel }) => channel === 'chat')?.id,
  };
}

interface SubjectProps {
  box: RefObject<HTMLInputElement | null>;
  value: string;
  onChange: (subject: string) => void;
  /** The subject of the email that is answered, the default if none is given. */
  answered: string | null | undefined;
}

const Subject = ({ box, value, onChange, answered }: SubjectProps) => (
  <TextInput
    ref={box}
    size="xs"
    className="grow"
    aria-label={labels.subject}
    placeholder={answered ? labels.replyTo(answered) : labels.subject}
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
    aria-label={labels.yourReply}
    placeholder={labels.writeAReply}
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

/** The reply box, with the last used channel. */
export function Composer({ entry, box, onTyping, onDone }: Props) {
  const { ways, chatId } = useWays(entry);
  const [chosen, setChosen] = useState<string>();
  const way = ways?.find(({ channel }) => channel === chosen) ?? ways?.[0];
  const writing = useReplyDraft(entry, way, box);
  const { text, setText, subject, setSubject, isClosed, send, problem } = writing;
  if (ways?.length === 0) return <p className="calm">{labels.theLeadHasNoEmailAddress}</p>;
  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {chatId && <ScheduledReplies conversationId={chatId} onCancelled={(words) => !text && setText(words)} />}
      <div className="row">
        <Select
          size="xs"
          aria-label={labels.channel}
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
        <TemplateSelect
          channel="whatsapp"
          leadId={entry.lead.id}
          value={writing.template}
          onChange={writing.setTemplate}
        />
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
      {writing.file && <AttachFile value={writing.file} onChange={writing.setFile} />}
      {problem && <ProblemNote problem={problem} />}
      <Foot
        way={way}
        leadId={entry.lead?.id}
        isPending={writing.isPending}
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
