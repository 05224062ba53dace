import { Button } from '@mantine/core';
import { useState } from 'react';
import { asProblem, type Problem } from '../../api/problem.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { ProblemNote } from '../../components/problem-note.js';
import * as words from '../../words/en/passkeys.js';

/** Signs in with a passkey; with the token of a shown password, as the second factor of its user. */
export function PasskeyButton({ token, onArrived }: { token?: string; onArrived: () => Promise<void> }) {
  const start = useApiMutation('startPasskeySignIn');
  const complete = useApiMutation('signInWithPasskey');
  const [problem, setProblem] = useState<Problem>();
  const [isPending, setIsPending] = useState(false);
  const shown = token === undefined ? {} : { token };
  const signIn = async () => {
    const { options } = await start.mutateAsync({ body: shown });
    const { signWithPasskey } = await import('../../components/passkey-dialog.js');
    await complete.mutateAsync({ body: { ...shown, credential: await signWithPasskey(options) } });
    await onArrived();
  };
  return (
    <div className="sign-on">
      {problem && <ProblemNote problem={problem} />}
      <Button
        variant="default"
        fullWidth
        loading={isPending}
        onClick={() => {
          setIsPending(true);
          setProblem(undefined);
          void signIn()
            .catch((thrown) => setProblem(asProblem(thrown)))
            .finally(() => setIsPending(false));
        }}
      >
        {token === undefined ? words.signInWithPasskey : words.usePasskey}
      </Button>
    </div>
  );
}
