import { ActionIcon, TextInput } from '@mantine/core';
import { Icon } from '../parts/icons.js';
import { Select } from '../parts/select.js';
import { type Attached, kindOfFile } from './attached.js';

const KINDS = {
  image: 'Picture',
  video: 'Video',
  audio: 'Audio',
  document: 'Document',
  sticker: 'Sticker',
} as const satisfies Record<Attached['type'], string>;

interface Props {
  value: Attached;
  onChange: (file: Attached | undefined) => void;
}

/** Asks for the file that goes with an answer: where WhatsApp fetches it, and what it is. */
export const Attach = ({ value, onChange }: Props) => (
  <div className="row attach">
    <TextInput
      size="xs"
      className="grow"
      type="url"
      aria-label="Address of the file"
      placeholder="https://…, where WhatsApp fetches it"
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
      aria-label="What the file is"
      data={Object.entries(KINDS).map(([kind, label]) => ({ value: kind, label }))}
      value={value.type}
      onChange={(type) => onChange({ ...value, type: type as Attached['type'] })}
    />
    <ActionIcon variant="subtle" color="gray" aria-label="Send no file" onClick={() => onChange(undefined)}>
      <Icon name="x" size={16} />
    </ActionIcon>
  </div>
);
