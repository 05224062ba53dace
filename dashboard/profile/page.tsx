import { PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { useAct } from '../api/act.js';
import { useSession } from '../api/session.js';
import { Field } from '../parts/field.js';
import { Form } from '../parts/form.js';
import { NewPassword } from '../parts/new-password.js';
import { Page } from '../parts/page.js';
import { offerUndo } from '../parts/undo.js';
import { Sessions } from './sessions.js';

function Name() {
  const { user } = useSession();
  const update = useAct('updateUser');
  return (
    <section className="card" aria-labelledby="name">
      <header className="card-head">
        <h2 id="name">You</h2>
      </header>
      <div className="card-body over">
        <Form
          submit="Save"
          onSubmit={async ({ name = '' }) => {
            await update.do({ params: { id: user.id }, body: { name } });
            offerUndo('Your name is changed.', () => update.do({ params: { id: user.id }, body: { name: user.name } }));
          }}
        >
          {(errorOf) => (
            <>
              <p className="quiet">{user.email}</p>
              <Field key={user.name} name="name" label="Name" value={user.name} required errorOf={errorOf} />
            </>
          )}
        </Form>
      </div>
    </section>
  );
}

function Password() {
  const change = useAct('changePassword');
  const [round, setRound] = useState(0);
  return (
    <section className="card" aria-labelledby="password">
      <header className="card-head">
        <h2 id="password">Password</h2>
      </header>
      <div className="card-body over">
        <Form
          key={round}
          submit="Change the password"
          onSubmit={async ({ current_password = '', password = '' }) => {
            const { ended } = await change.do({ body: { current_password, password } });
            setRound(round + 1);
            offerUndo(
              ended === 0
                ? 'Your password is changed.'
                : `Your password is changed, and ${ended} other ${ended === 1 ? 'session has' : 'sessions have'} ended.`,
            );
          }}
        >
          {(errorOf) => (
            <>
              <PasswordInput
                label="The one you have"
                name="current_password"
                autoComplete="current-password"
                required
                withAsterisk={false}
                error={errorOf('current_password')}
              />
              <NewPassword error={errorOf('password')} />
            </>
          )}
        </Form>
      </div>
    </section>
  );
}

/** Who one is here: name, password, and where one is signed in. */
export function ProfilePage() {
  return (
    <Page title="Your profile">
      <div className="two">
        <Sessions />
        <div className="stack">
          <Name />
          <Password />
        </div>
      </div>
    </Page>
  );
}
