import { TextInput } from '@mantine/core';
import { useRefreshSession } from '../../api/session.js';
import { Form } from '../../components/form.js';
import { NewPassword } from '../../components/new-password-field.js';
import * as words from '../../words/en/parts.js';
import { openDashboard } from './signed-out-layout.js';

interface Props {
  submit: string;
  /** True if the address is asked for too: who was invited has one already. */
  withEmail?: boolean;
  /** Makes the user; throws the problem that is shown. */
  onSubmit: (values: { name: string; email: string; password: string }) => Promise<unknown>;
}

/** Sets the name and password of a new user, and signs them in. */
export function AccountForm({ submit, withEmail = false, onSubmit }: Props) {
  const arrive = useRefreshSession();
  return (
    <Form
      submit={submit}
      onSubmit={async ({ name = '', email = '', password = '' }) => {
        await onSubmit({ name, email, password });
        await arrive();
        openDashboard();
      }}
    >
      {(errorOf) => (
        <>
          <TextInput
            label={words.yourName}
            name="name"
            autoComplete="name"
            required
            withAsterisk={false}
            error={errorOf('name')}
          />
          {withEmail && (
            <TextInput
              label={words.email}
              name="email"
              type="email"
              autoComplete="username"
              required
              withAsterisk={false}
              error={errorOf('email')}
            />
          )}
          <NewPassword error={errorOf('password')} />
        </>
      )}
    </Form>
  );
}
