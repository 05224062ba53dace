import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useApiQuery } from '../../api/use-api-query.js';
import * as words from '../../words/en/sign-in.js';

/** Returns the path of the page behind, to return to. */
const here = (): string => `/${location.pathname.slice(new URL(document.baseURI).pathname.length)}${location.search}`;

/**
 * Offers single sign-on above the form for a password, if this service has it. Where it is required, the form only
 * opens on request, for users who were let in.
 */
export function SingleSignOn({ to = here(), children }: { to?: string | undefined; children: ReactNode }) {
  const setup = useApiQuery('getSetup');
  const [usesPassword, setUsesPassword] = useState(false);
  const signOn = setup.data?.single_sign_on;
  const isOnly = signOn?.required && !usesPassword;
  // The form keeps its place when the answer arrives, and with it what was typed in the meantime.
  return (
    <div className="sign-on">
      {signOn && (
        <Button
          component="a"
          href={`sso/start?${new URLSearchParams({ to })}`}
          fullWidth
          variant={isOnly ? 'filled' : 'default'}
        >
          {words.signInWith(signOn.name)}
        </Button>
      )}
      {isOnly ? (
        <Button variant="subtle" size="compact-sm" onClick={() => setUsesPassword(true)}>
          {words.usePassword}
        </Button>
      ) : (
        children
      )}
    </div>
  );
}

/** Shows why a single sign-on signed no one in. */
export function SignOnProblem() {
  const why = new URLSearchParams(location.search).get('sso');
  if (why === null) return null;
  return (
    <div className="problem" role="alert">
      <div className="grow">
        <strong>{words.notSignedIn}</strong>
        <p>{words.SIGN_ON_REFUSALS[why] ?? words.SIGN_ON_REFUSALS.failed}</p>
      </div>
    </div>
  );
}
