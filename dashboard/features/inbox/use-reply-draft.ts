import { type RefObject, useRef, useState } from 'react';
import type { InboxEntry } from '../../../schemas/conversations/inbox.js';
import { useStoredText } from '../../api/device-storage.js';
import type { ChosenTemplate } from '../../components/template-select.js';
import { allowsFreeText } from '../../components/whatsapp-window.js';
import type { Attachment } from './attachments.js';
import type { ReplyChannel } from './reply-channels.js';
import { useReply } from './use-reply.js';

interface ReplyParts {
  text: string;
  subject: string;
  template: ChosenTemplate | undefined;
  file: Attachment | undefined;
}

/** Returns the draft of a reply to an entry on a channel, and its sending. The device stores it until then. */
export function useReplyDraft(
  entry: InboxEntry,
  way: ReplyChannel | undefined,
  box: RefObject<HTMLTextAreaElement | null>,
) {
  const [subject, setSubject] = useStoredText(`subject-${entry.id}`);
  const [text, setText] = useStoredText(`reply-${entry.id}`);
  const [template, setTemplate] = useState<ChosenTemplate>();
  const [attached, setFile] = useState<Attachment>();
  const subjectBox = useRef<HTMLInputElement>(null);
  const reply = useReply(entry, way);
  const isClosed = way?.channel === 'whatsapp' && !allowsFreeText(entry.whatsapp_window_expires_at);
  const needsSubject = way?.channel === 'email' && !way.conversationId;
  const takesFile = way?.channel === 'whatsapp' && !isClosed;
  const file = takesFile ? attached : undefined;
  const put = (replyParts: ReplyParts) => {
    setTemplate(replyParts.template);
    setFile(replyParts.file);
    // The text from before WhatsApp closed is restored once it is open.
    if (isClosed) return;
    setText(replyParts.text);
    setSubject(replyParts.subject);
  };
  const send = async ({ at, then }: { at?: Date; then?: () => void } = {}) => {
    if (isClosed ? !template : !file && !text.trim()) return box.current?.focus();
    if (needsSubject && !subject.trim() && !reply.answered) return subjectBox.current?.focus();
    const replyParts = isClosed ? { text: '', subject: '', template } : { text, subject: subject.trim(), file };
    const sent = await reply.send({ ...replyParts, at, restore: () => put({ text, subject, template, file }) });
    if (!sent) return;
    put({ text: '', subject: '', template: undefined, file: undefined });
    then?.();
  };
  return {
    text,
    setText,
    subject,
    setSubject,
    subjectBox,
    template,
    setTemplate,
    isClosed,
    needsSubject,
    send,
    takesFile,
    file,
    setFile,
    answered: reply.answered,
    isPending: reply.isPending,
    problem: reply.problem,
  };
}
