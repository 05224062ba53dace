import { Button, PasswordInput, Select } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { asProblem, type Problem } from '../../api/problem.js';
import { useSession } from '../../api/session.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { Form } from '../../components/form.js';
import { TextField } from '../../components/form-field.js';
import { NewPassword } from '../../components/new-password-field.js';
import { Page } from '../../components/page.js';
import { ProblemNote } from '../../components/problem-note.js';
import { offerUndo } from '../../components/undo-toast.js';
import * as words from '../../words/en/profile.js';
import { Passkeys } from './passkeys.js';
import { SecondFactor } from './second-factor.js';
import { Sessions } from './user-sessions.js';

function Name() {
  const { user } = useSession();
  const update = useApiMutation('updateUser');
  return (
    <section className="card" aria-labelledby="name">
      <header className="card-head">
        <h2 id="name">{words.account}</h2>
      </header>
      <div className="card-body over">
        <Form
          submit={words.save}
          variant="default"
          onSubmit={async ({ name = '' }) => {
            await update.mutateAsync({ params: { id: user.id }, body: { name } });
            offerUndo(words.nameChanged, () =>
              update.mutateAsync({ params: { id: user.id }, body: { name: user.name } }),
            );
          }}
        >
          {(errorOf) => (
            <>
              <p className="quiet">{user.email}</p>
              <TextField
                key={user.name}
                name="name"
                label={words.nameLabel}
                value={user.name}
                required
                errorOf={errorOf}
              />
            </>
          )}
        </Form>
      </div>
    </section>
  );
}

const LANGUAGES = [
  { value: '', label: words.matchBrowser },
  { value: 'en', label: words.english },
  { value: 'es', label: words.spanish },
];

function Language() {
  const { user } = useSession();
  const update = useApiMutation('updateUser');
  const [problem, setProblem] = useState<Problem>();
  const choose = async (chosen: string) => {
    await update.mutateAsync({
      params: { id: user.id },
      body: { language: chosen === 'en' || chosen === 'es' ? chosen : null },
    });
    // The texts are part of the document.
    location.reload();
  };
  return (
    <section className="card" aria-labelledby="language">
      <header className="card-head">
        <h2 id="language">{words.language}</h2>
      </header>
      <div className="card-body over">
        <Select
          label={words.languageOfTheDashboard}
          data={LANGUAGES}
          value={user.language ?? ''}
          onChange={(chosen) => choose(chosen ?? '').catch((thrown) => setProblem(asProblem(thrown)))}
          allowDeselect={false}
        />
        {problem && <ProblemNote problem={problem} />}
      </div>
    </section>
  );
}

function Password() {
  const change = useApiMutation('changePassword');
  const [round, setRound] = useState(0);
  return (
    <section className="card" aria-labelledby="password">
      <header className="card-head">
        <h2 id="password">{words.password}</h2>
      </header>
      <div className="card-body over">
        <Form
          key={round}
          submit={words.changePassword}
          variant="default"
          onSubmit={async ({ current_password = '', password = '' }) => {
            const { ended } = await change.mutateAsync({ body: { current_password, password } });
            setRound(round + 1);
            offerUndo(words.passwordChangedSignedOut(ended));
          }}
        >
          {(errorOf) => (
            <>
              <PasswordInput
                label={words.currentPassword}
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

/** The user's name, password and sessions. */
export function ProfilePage() {
  return (
    <Page
      title={words.yourProfile}
      actions={
        <Button component={Link} to="/profile/notifications" variant="default">
          {words.notifications}
        </Button>
      }
    >
      <div className="two">
        <Sessions />
        <div className="stack">
          <Name />
          <Language />
          <Password />
          <SecondFactor />
          <Passkeys />
        </div>
      </div>
    </Page>
  );
}
