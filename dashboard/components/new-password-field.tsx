import { PasswordInput } from '@mantine/core';
import * as words from '../words/en/parts.js';

/** Requests a password that the API will check. */
export const NewPassword = ({ error }: { error?: string }) => (
  <PasswordInput
    label={words.password}
    name="password"
    description={words.atLeast10Characters}
    autoComplete="new-password"
    minLength={10}
    required
    withAsterisk={false}
    error={error}
  />
);
