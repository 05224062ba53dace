import { Button, Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Form } from './form.js';

interface Props {
  /** The label of the button that opens it, and its title. */
  title: string;
  submit: string;
  variant?: 'default' | 'filled' | 'subtle';
  size?: string;
  small?: boolean;
  icon?: ReactNode;
  /** Throws the problem that is shown. */
  onSubmit: (values: Record<string, string>) => Promise<unknown>;
  children: (errorOf: (name: string) => string | undefined) => ReactNode;
}

/** A button that opens a form over the page, and closes it when what was asked is done. */
export function ConfirmForm({ title, submit, variant = 'default', size, small, icon, onSubmit, children }: Props) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant={variant}
        size={small ? 'compact-sm' : undefined}
        leftSection={icon}
        onClick={() => setOpened(true)}
      >
        {title}
      </Button>
      <Modal opened={opened} onClose={() => setOpened(false)} title={title} size={size}>
        <div className="over">
          <Form
            submit={submit}
            onSubmit={async (values) => {
              await onSubmit(values);
              setOpened(false);
            }}
          >
            {children}
          </Form>
        </div>
      </Modal>
    </>
  );
}
