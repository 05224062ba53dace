import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { Form } from '../../components/form.js';
import { NewPassword } from '../../components/new-password-field.js';
import * as links from '../../words/en/links.js';
import * as words from '../../words/en/reset.js';
import { linkToken } from './link-token.js';
import { SignedOutLayout } from './signed-out-layout.js';
import { WithLink } from './with-link.js';

/** Requests a link, which is emailed if the address belongs to a user. */
function AskForLink() {
  const ask = useApiMutation('requestPasswordReset');
  const [requestedEmail, setRequestedEmail] = useState<string>();
  if (requestedEmail !== undefined)
    return (
      <SignedOutLayout title={words.checkYourEmail}>
        <p className="quiet">{words.ifHasAnAccountWeveEmailed(requestedEmail)}</p>
        <a href="sign-in">{words.signIn}</a>
      </SignedOutLayout>
    );
  return (
    <SignedOutLayout title={words.resetPassword}>
      <p className="quiet">{words.enterTheEmailAddressYouSign}</p>
      <Form
        submit={words.sendResetLink}
        onSubmit={async ({ email = '' }) => {
          await ask.mutateAsync({ body: { email } });
          setRequestedEmail(email);
        }}
      >
        {(errorOf) => (
          <TextInput
            label={words.email}
            name="email"
            type="email"
            autoComplete="username"
            required
            withAsterisk={false}
            data-autofocus
            error={errorOf('email')}
          />
        )}
      </Form>
      <p>
        <a href="sign-in">{words.signIn}</a>
      </p>
    </SignedOutLayout>
  );
}

/** Sets a new password by a link; without one it asks for one. */
export function ResetPage() {
  const token = linkToken();
  const complete = useApiMutation('completePasswordReset');
  const [isDone, setDone] = useState(false);
  if (isDone)
    return (
      <SignedOutLayout title={words.passwordChanged}>
        <p className="quiet">{words.youveBeenSignedOutEverywhereSign}</p>
        <a href="sign-in">{words.signIn}</a>
      </SignedOutLayout>
    );
  if (!token) return <AskForLink />;
  return (
    <WithLink
      kind="reset"
      token={token}
      title={words.resetPassword}
      remedy={<a href="reset">{links.requestANewLink}</a>}
    >
      <Form
        submit={words.setPassword}
        onSubmit={async ({ password = '' }) => {
          await complete.mutateAsync({ body: { token, password } });
          setDone(true);
        }}
      >
        {(errorOf) => <NewPassword error={errorOf('password')} />}
      </Form>
    </WithLink>
  );
}
