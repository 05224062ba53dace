import { ActionIcon, TextInput } from '@mantine/core';
import { Icon } from '../../components/icons.js';
import { Select } from '../../components/select.js';
import * as words from '../../words/en/inbox.js';
import { type Attachment, kindOfFile } from './attachments.js';

const KINDS = {
  image: words.image,
  video: words.video,
  audio: words.audio,
  document: words.documentLabel,
  sticker: words.sticker,
} as const satisfies Record<Attachment['type'], string>;

interface Props {
  value: Attachment;
  onChange: (file: Attachment | undefined) => void;
}

/** Requests the file that goes with an answer: where WhatsApp fetches it, and what it is. */
export const AttachFile = ({ value, onChange }: Props) => (
  <div className="row attach">
    <TextInput
      size="xs"
      className="grow"
      type="url"
      aria-label={words.fileUrl}
      placeholder={words.httpsAPublicUrlForWhatsapp}
      maxLength={2000}
      pattern="https?://\S+"
      required
      autoFocus
      value={value.link}
      onChange={({ currentTarget: { value: link } }) => onChange({ link, type: kindOfFile(link) })}
    />
    <Select
      size="xs"
      className="reply-way"
      aria-label={words.fileType}
      data={Object.entries(KINDS).map(([kind, label]) => ({ value: kind, label }))}
      value={value.type}
      onChange={(type) => onChange({ ...value, type: type as Attachment['type'] })}
    />
    <ActionIcon variant="subtle" color="gray" aria-label={words.removeFile} onClick={() => onChange(undefined)}>
      <Icon name="x" size={16} />
    </ActionIcon>
  </div>
);
