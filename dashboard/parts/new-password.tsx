import { PasswordInput } from '@mantine/core';

/** Asks for a password that the API will check. */
export const NewPassword = ({ error }: { error?: string }) => (
  <PasswordInput
    label="Password"
    name="password"
    description="At least 10 characters."
    autoComplete="new-password"
    minLength={10}
    required
    withAsterisk={false}
    error={error}
  />
);
