import { Button, Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Form } from '../../components/form.js';
import { TestMessageStatus, type useTestMessage } from '../../components/test-message.js';
import * as words from '../../words/en/channels.js';
import { translated } from '../../words/sentences.js';

interface Props {
  /** Requests the test; throws the problem that is shown. */
  onSend: (values: Record<string, string>) => Promise<unknown>;
  test: ReturnType<typeof useTestMessage>['test'];
  children: (errorOf: (name: string) => string | undefined) => ReactNode;
}

/** A button with a form for a test message to oneself, and its outcome. */
export function TestDialog({ onSend, test, children }: Props) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={() => setOpened(true)}>
        {words.sendTestToMyself}
      </Button>
      <Modal opened={opened} onClose={() => setOpened(false)} title={words.sendTestToMyself}>
        <div className="over stack">
          <Form submit={words.sendTest} onSubmit={onSend}>
            {children}
          </Form>
          {test && <TestMessageStatus test={test} />}
          {test?.failure && <p className="quiet">{translated(test.failure)}</p>}
        </div>
      </Modal>
    </>
  );
}
