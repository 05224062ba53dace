import { Link } from '@tanstack/react-router';
import type { Host } from '../../schemas/meetings/hosts.js';
import { useAct } from '../api/act.js';
import { useAsk } from '../api/ask.js';
import { useSession } from '../api/session.js';
import { AskFirst } from '../parts/ask-first.js';
import { Asked } from '../parts/asked.js';
import { Chip } from '../parts/chip.js';
import { Choice, Field, filledIn } from '../parts/field.js';
import { Icon } from '../parts/icons.js';
import { Empty, Page } from '../parts/page.js';
import { useManages } from './manages.js';
import { MeetingTabs } from './tabs.js';

const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
export const NUMBERS = ['max_per_day'];

/** The fields of a host, as it is or as it is to be. */
export function HostFields({ errorOf, host }: { errorOf: (name: string) => string | undefined; host?: Host }) {
  const { account } = useSession();
  return (
    <>
      <Field name="name" label="Name" value={host?.name} required first errorOf={errorOf} />
      <Field name="email" label="E-mail" type="email" value={host?.email} required errorOf={errorOf} />
      <Choice
        name="timezone"
        label="Time zone"
        data={ZONES}
        value={host?.timezone ?? account.timezone}
        required
        errorOf={errorOf}
      />
      <Field
        name="max_per_day"
        label="Meetings a day at most"
        type="number"
        value={host?.max_per_day}
        description="Empty: as many as fit."
        errorOf={errorOf}
      />
    </>
  );
}

function AddHost() {
  const create = useAct('createHost');
  return (
    <AskFirst
      title="Add a host"
      submit="Add"
      variant="filled"
      icon={<Icon name="plus" size={16} />}
      onSubmit={(values) => create.do({ body: filledIn(values, NUMBERS) as never })}
    >
      {(errorOf) => <HostFields errorOf={errorOf} />}
    </AskFirst>
  );
}

/** Who can be met. */
export function HostsPage() {
  const manages = useManages();
  const hosts = useAsk('listHosts', { query: { limit: 200 } });
  return (
    <Page title="Hosts" actions={manages && <AddHost />}>
      <MeetingTabs />
      <Asked asked={hosts}>
        {({ hosts: rows }) =>
          rows.length === 0 ? (
            <Empty title="Nobody can be met yet">
              <p>Add whoever takes meetings, with their hours; leads are offered free times of theirs.</p>
            </Empty>
          ) : (
            <ul className="card">
              {rows.map((host) => (
                <li key={host.id} className="line meeting">
                  <span className="grow">
                    <Link to="/meetings/hosts/$id" params={{ id: host.id }} className="lead-name cut">
                      {host.name}
                    </Link>
                    <span className="faint cut">
                      {host.email} · {host.timezone}
                    </span>
                  </span>
                  <Chip who={host.is_active ? 'ok' : 'off'} label={host.is_active ? 'Can be booked' : 'Away'} />
                </li>
              ))}
            </ul>
          )
        }
      </Asked>
    </Page>
  );
}
