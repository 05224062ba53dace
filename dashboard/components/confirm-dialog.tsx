import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import * as words from '../words/en/parts.js';

interface Props {
  title: string;
  opened: boolean;
  isPending?: boolean;
  onCancel: () => void;
  onConfirm: () => void;
  /** The consequence. */
  children: ReactNode;
}

/** Confirms an action that can't be undone. */
export const ConfirmDialog = ({ title, opened, isPending, onCancel, onConfirm, children }: Props) => (
  <Modal opened={opened} onClose={onCancel} title={title}>
    <p>{children}</p>
    <div className="row modal-buttons">
      <Button variant="default" onClick={onCancel}>
        {words.cancel}
      </Button>
      <Button data-autofocus loading={isPending} onClick={onConfirm}>
        {title}
      </Button>
    </div>
  </Modal>
);
