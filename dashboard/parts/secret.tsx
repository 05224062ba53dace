import { Button, CopyButton, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
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
            aria-label={label}
            leftSection={<Icon name={copied ? 'check' : 'copy'} size={14} />}
            onClick={copy}
          >
            {copied ? 'Copied' : 'Copy'}
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

/** Shows something that is told this once, until whoever reads it says that they have it. */
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
      <Copyable value={secret ?? ''} label="Copy it" />
    </div>
    <div className="row modal-buttons">
      <Button onClick={onStored}>I have stored it</Button>
    </div>
  </Modal>
);
