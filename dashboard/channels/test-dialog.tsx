import { Button, Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Form } from '../parts/form.js';
import { Fate, type useTest } from '../parts/test-message.js';

interface Props {
  /** Asks for the test; throws the problem that is shown. */
  onSend: (values: Record<string, string>) => Promise<unknown>;
  test: ReturnType<typeof useTest>['test'];
  children: (errorOf: (name: string) => string | undefined) => ReactNode;
}

/** A button that opens a form for a test to oneself, and tells in it what became of the test. */
export function TestDialog({ onSend, test, children }: Props) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={() => setOpened(true)}>
        Send a test to myself
      </Button>
      <Modal opened={opened} onClose={() => setOpened(false)} title="Send a test to myself">
        <div className="over stack">
          <Form submit="Send it to me" onSubmit={onSend}>
            {children}
          </Form>
          {test && <Fate test={test} />}
          {test?.failure && <p className="quiet">{test.failure}</p>}
        </div>
      </Modal>
    </>
  );
}
