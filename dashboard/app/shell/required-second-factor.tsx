import { useEffect } from 'react';
import { useRefreshSession } from '../../api/session.js';
import { Passkeys } from '../../features/profile/passkeys.js';
import { SecondFactor } from '../../features/profile/second-factor.js';
import * as words from '../../words/en/second-factor.js';

/** The only page of users who need a second factor and have none. */
export function RequiredSecondFactor() {
  const refresh = useRefreshSession();
  useEffect(() => {
    document.title = words.setUpSecondFactor;
  }, []);
  return (
    <main className="signed-out">
      <div>
        <h1>{words.setUpSecondFactor}</h1>
        <SecondFactor intro={words.yourAccountRequires} onReady={() => void refresh()} />
        <Passkeys onReady={() => void refresh()} />
      </div>
    </main>
  );
}
