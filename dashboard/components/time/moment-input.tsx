import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { inputOf, momentIn } from './wall-clock.js';

interface Props {
  label: string;
  zone: string;
  /** The field of the form that gets the moment as an ISO string. */
  name?: string;
  value?: string | null | undefined;
  onChange?: (at: string | undefined) => void;
  description?: string;
  error?: string | undefined;
  hiddenLabel?: boolean;
  className?: string;
}

/** An input of a moment on the clock of a zone, which its label names. */
export function MomentInput({ label, zone, name, value, onChange, hiddenLabel, ...rest }: Props) {
  const [at, setAt] = useState(value ?? undefined);
  const named = `${label} (${zone.replaceAll('_', ' ')})`;
  return (
    <>
      <TextInput
        type="datetime-local"
        max="2099-12-31T23:59"
        {...(hiddenLabel ? { 'aria-label': named } : { label: named })}
        defaultValue={value ? inputOf(value, zone) : ''}
        onChange={({ currentTarget: input }) => {
          const moment = momentIn(input.value, zone);
          setAt(moment);
          onChange?.(moment);
        }}
        {...rest}
      />
      {name && <input type="hidden" name={name} value={at ?? ''} />}
    </>
  );
}
