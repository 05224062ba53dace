import { Button, Menu, Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import * as words from '../words/en/parts.js';
import { Form } from './form.js';

type ErrorOf = (name: string) => string | undefined;

interface LookProps<B extends object, P> {
  /** Makes the request of what is filled in. */
  bodyOf: (values: Record<string, string>) => B;
  /** Queries what it would come to. */
  look: (body: B) => Promise<P>;
  /** Does it, knowing what it would come to. */
  act: (body: B, preview: P) => Promise<unknown>;
  /** The label of the button that applies the previewed change. */
  submit: (preview: P) => string;
  fields: (errorOf: ErrorOf) => ReactNode;
  children: (preview: P) => ReactNode;
}

/** A form that previews a change before it is applied. Later edits need another preview. */
export function PreviewForm<B extends object, P>({ bodyOf, look, act, submit, fields, children }: LookProps<B, P>) {
  const [seen, setSeen] = useState<{ of: string; preview: P }>();
  return (
    <Form
      submit={seen ? submit(seen.preview) : words.preview}
      onSubmit={async (values) => {
        const body = bodyOf(values);
        const of = JSON.stringify(body);
        if (seen?.of === of) return act(body, seen.preview);
        setSeen({ of, preview: await look(body) });
      }}
    >
      {(errorOf) => (
        <>
          {fields(errorOf)}
          {seen && (
            <div className="as-got" role="status">
              {children(seen.preview)}
            </div>
          )}
        </>
      )}
    </Form>
  );
}

interface Props<O extends string> {
  label: string;
  /** The number of selected items, as text. */
  told: string;
  /** The operations on the selection, by name. */
  operations: readonly { value: O; name: string }[];
  /** Chooses none again, as a button where they were chosen one by one. */
  onClear: () => void;
  oneByOne?: boolean;
  /** Additional content of the bar. */
  extraActions?: ReactNode;
  /** Draws the form of an operation, which tells when it is done. */
  children: (operation: O, onDone: () => void) => ReactNode;
}

/** A bar that says how many are chosen, and opens a form over the page for what is done with all of them. */
export function BulkChange<O extends string>({
  label,
  told,
  operations,
  onClear,
  oneByOne = true,
  extraActions,
  children,
}: Props<O>) {
  const [chosen, setChosen] = useState<{ value: O; name: string }>();
  const close = () => setChosen(undefined);
  const onDone = () => {
    close();
    onClear();
  };
  return (
    <section className="bulk" aria-label={label}>
      <span className="grow numbers">{told}</span>
      {extraActions}
      <Menu position="bottom-end">
        <Menu.Target>
          <Button size="compact-sm">{words.editSelected}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          {operations.map((operation) => (
            <Menu.Item key={operation.value} onClick={() => setChosen(operation)}>
              {operation.name}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {oneByOne && (
        <Button variant="default" size="compact-sm" onClick={onClear}>
          {words.clearSelection}
        </Button>
      )}
      <Modal opened={chosen !== undefined} onClose={close} title={chosen?.name}>
        <div className="over">{chosen && children(chosen.value, onDone)}</div>
      </Modal>
    </section>
  );
}
