import { PasswordInput } from '@mantine/core';
import { useAct } from '../api/act.js';
import { useAsk } from '../api/ask.js';
import { AskFirst } from '../parts/ask-first.js';
import { Asked } from '../parts/asked.js';
import { Field } from '../parts/field.js';
import { Remove } from '../parts/remove.js';
import { When } from '../parts/when.js';

function Put({ name }: { name?: string }) {
  const put = useAct('putSecret');
  return (
    <AskFirst
      title={name ? `Replace ${name}` : 'Add a secret'}
      submit="Store it"
      small
      onSubmit={async (values) => {
        await put.do({ params: { name: name ?? values.name ?? '' }, body: { value: values.value ?? '' } });
      }}
    >
      {(errorOf) => (
        <>
          {!name && <Field name="name" label="Name" required first errorOf={errorOf} />}
          <PasswordInput
            name="value"
            label="Value"
            description="Kept encrypted, and never shown again."
            autoComplete="off"
            required
            withAsterisk={false}
            error={errorOf('value')}
          />
        </>
      )}
    </AskFirst>
  );
}

function Row({ name, at, mayChange }: { name: string; at: string; mayChange: boolean }) {
  return (
    <li className="line key">
      <div className="grow">
        <code className="cut">{name}</code>{' '}
        <span className="faint">
          written <When at={at} />
        </span>
      </div>
      {mayChange && (
        <span className="row">
          <Put name={name} />
          <Remove
            operation="deleteSecret"
            id={name}
            by="name"
            name={name}
            means="Jobs that sign their requests with it fail until there is one of this name again."
          />
        </span>
      )}
    </li>
  );
}

/** What requests of jobs to your addresses are signed with: names only, a value goes in and never comes out. */
export function Secrets({ mayChange }: { mayChange: boolean }) {
  const asked = useAsk('listSecrets');
  return (
    <section className="card" aria-labelledby="secrets">
      <header className="card-head">
        <h2 id="secrets">Secrets of jobs</h2>
        {mayChange && <Put />}
      </header>
      <Asked asked={asked} lines={2}>
        {({ secrets }) =>
          secrets.length === 0 ? (
            <p className="calm">None. A job’s web request can be signed with one, so that your server knows it.</p>
          ) : (
            <ul>
              {secrets.map(({ name, updated_at }) => (
                <Row key={name} name={name} at={updated_at} mayChange={mayChange} />
              ))}
            </ul>
          )
        }
      </Asked>
    </section>
  );
}
