import { Button, CopyButton, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import * as words from '../words/en/parts.js';
import { Icon } from './icons.js';

/** A text to be copied; secure pages copy by a click, others by selecting. */
export const Copyable = ({ value, label }: { value: string; label: string }) => (
  <div className="secret">
    <code>{value}</code>
    {isSecureContext && (
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={copied ? undefined : label}
            leftSection={<Icon name={copied ? 'check' : 'copy'} size={14} />}
            onClick={copy}
          >
            {copied ? words.copied : words.copy}
          </Button>
        )}
      </CopyButton>
    )}
  </div>
);

interface Props {
  title: string;
  /** Undefined: nothing is shown. */
  secret: string | undefined;
  onStored: () => void;
  children: ReactNode;
}

/** Shows a secret once, until the user confirms that it is stored. */
export const SecretOnce = ({ title, secret, onStored, children }: Props) => (
  <Modal
    opened={secret !== undefined}
    onClose={() => undefined}
    withCloseButton={false}
    closeOnClickOutside={false}
    closeOnEscape={false}
    title={title}
    size="lg"
  >
    <p className="quiet">{children}</p>
    <div className="secret-once">
      <Copyable value={secret ?? ''} label={words.copy} />
    </div>
    <div className="row modal-buttons">
      <Button onClick={onStored}>{words.iveStoredIt}</Button>
    </div>
  </Modal>
);
