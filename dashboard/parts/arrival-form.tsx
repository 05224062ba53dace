import { TextInput } from '@mantine/core';
import { useArrival } from '../api/session.js';
import { enter } from './door.js';
import { Form } from './form.js';
import { NewPassword } from './new-password.js';

interface Props {
  submit: string;
  /** Whether the address is asked for too: who was invited has one already. */
  withEmail?: boolean;
  /** Makes the user; throws the problem that is shown. */
  onSubmit: (values: { name: string; email: string; password: string }) => Promise<unknown>;
}

/** Asks somebody who is new for a name and a password, and leads them in. */
export function ArrivalForm({ submit, withEmail = false, onSubmit }: Props) {
  const arrive = useArrival();
  return (
    <Form
      submit={submit}
      onSubmit={async ({ name = '', email = '', password = '' }) => {
        await onSubmit({ name, email, password });
        await arrive();
        enter();
      }}
    >
      {(errorOf) => (
        <>
          <TextInput
            label="Your name"
            name="name"
            autoComplete="name"
            required
            withAsterisk={false}
            error={errorOf('name')}
          />
          {withEmail && (
            <TextInput
              label="E-mail"
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
