import { Textarea } from '@mantine/core';
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { usePermission } from '../api/session.js';
import { useApiQuery } from '../api/use-api-query.js';
import * as words from '../words/en/shape.js';
import { complete, typingAt, variablesLike } from './template-variables.js';

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

interface Props {
  label: string;
  description?: string | undefined;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  required?: boolean | undefined;
  readOnly: boolean;
  minRows: number;
}

/** The variables that leads of this account have of their own. */
function useOwnVariables(when: boolean): string[] {
  const may = usePermission();
  const { data } = useApiQuery('getScheduledFunctionsReference', {}, { enabled: when && may('functions:read') });
  const account = data?.leads_query.account;
  return [
    ...(account?.metadata_keys.map(({ key }) => `metadata.${key}`) ?? []),
    ...(account?.fields.map(({ key }) => `fields.${key}`) ?? []),
  ];
}

interface OffersProps {
  id: string;
  names: readonly string[];
  /** The place of the one that the keys would take. */
  at: number;
  onChoose: (name: string) => void;
}

const Offers = ({ id, names, at, onChoose }: OffersProps) => (
  <div className="offers" id={id} role="listbox" aria-label={words.variables}>
    {names.map((name, index) => (
      <div
        key={name}
        id={`${id}-${index}`}
        role="option"
        tabIndex={-1}
        aria-selected={index === at}
        className="found-row"
        onMouseDown={(event) => {
          // The field keeps the focus.
          event.preventDefault();
          onChoose(name);
        }}
      >
        <code>{name}</code>
      </div>
    ))}
  </div>
);

/** A text of a message: behind `{{` it offers what a lead has. */
export function LiquidField({ value, onChange, minRows, ...rest }: Props) {
  const box = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState<number>();
  const [place, setPlace] = useState(0);
  const [put, setPut] = useState<number>();
  const id = useId();
  const typing = caret === undefined || rest.readOnly ? undefined : typingAt(value, caret);
  const own = useOwnVariables(typing !== undefined);
  const offered = typing ? variablesLike(typing.stem, own) : [];
  const at = Math.min(place, offered.length - 1);
  // The caret moves after the inserted text once that is rendered.
  useLayoutEffect(() => {
    if (put === undefined) return;
    box.current?.setSelectionRange(put, put);
    setPut(undefined);
  }, [put]);
  const look = () => {
    setCaret(box.current?.selectionStart);
    setPlace(0);
  };
  const choose = (name: string) => {
    if (!typing || caret === undefined) return;
    const done = complete(value, caret, typing, name);
    onChange(done.text);
    setPut(done.caret);
    setCaret(undefined);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (offered.length === 0) return;
    const by = STEPS[event.key];
    const name = offered[at];
    if (by) setPlace((at + by + offered.length) % offered.length);
    else if ((event.key === 'Enter' || event.key === 'Tab') && name) choose(name);
    else if (event.key === 'Escape') setCaret(undefined);
    else return;
    event.preventDefault();
  };
  const isOpen = offered.length > 0;
  return (
    <div>
      <Textarea
        {...rest}
        ref={box}
        autosize
        minRows={minRows}
        maxRows={18}
        withAsterisk={false}
        value={value}
        onChange={({ currentTarget }) => {
          onChange(currentTarget.value);
          look();
        }}
        onKeyDown={onKeyDown}
        onClick={look}
        onBlur={() => setCaret(undefined)}
        {...(isOpen
          ? { 'aria-autocomplete': 'list' as const, 'aria-controls': id, 'aria-activedescendant': `${id}-${at}` }
          : {})}
      />
      {isOpen && <Offers id={id} names={offered} at={at} onChoose={choose} />}
    </div>
  );
}
