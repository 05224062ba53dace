import { Link } from '@tanstack/react-router';
import type { Host } from '../../../schemas/meetings/hosts.js';
import { useSession } from '../../api/session.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { useIsManager } from '../../api/use-is-manager.js';
import { Chip } from '../../components/chip.js';
import { ConfirmForm } from '../../components/confirm-form.js';
import { formValues, SelectField, TextField } from '../../components/form-field.js';
import { Icon } from '../../components/icons.js';
import { Empty, Page } from '../../components/page.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import * as words from '../../words/en/meetings.js';
import { MeetingTabs } from './meeting-tabs.js';

const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
export const NUMBERS = ['max_per_day'];

/** The fields of a host, as it is or as it is to be. */
export function HostFields({ errorOf, host }: { errorOf: (name: string) => string | undefined; host?: Host }) {
  const { account } = useSession();
  return (
    <>
      <TextField name="name" label={words.nameLabel} value={host?.name} required first errorOf={errorOf} />
      <TextField name="email" label={words.email} type="email" value={host?.email} required errorOf={errorOf} />
      <SelectField
        name="timezone"
        label={words.timeZone}
        data={ZONES}
        value={host?.timezone ?? account.timezone}
        required
        errorOf={errorOf}
      />
      <TextField
        name="max_per_day"
        label={words.maximumMeetingsPerDay}
        type="number"
        value={host?.max_per_day}
        description={words.leaveEmptyForNoLimit}
        errorOf={errorOf}
      />
    </>
  );
}

function AddHost() {
  const create = useApiMutation('createHost');
  return (
    <ConfirmForm
      title={words.addHost}
      submit={words.add}
      variant="filled"
      icon={<Icon name="plus" size={16} />}
      onSubmit={(values) => create.mutateAsync({ body: formValues(values, NUMBERS) })}
    >
      {(errorOf) => <HostFields errorOf={errorOf} />}
    </ConfirmForm>
  );
}

/** The hosts. */
export function HostsPage() {
  const manages = useIsManager();
  const hosts = useApiQuery('listHosts', { query: { limit: 200 } });
  return (
    <Page title={words.hosts} create={manages && <AddHost />}>
      <MeetingTabs />
      <QueryBoundary query={hosts}>
        {({ hosts: rows }) =>
          rows.length === 0 ? (
            <Empty title={words.addYourFirstHost} first>
              <p>{words.hostsAreThePeopleWhoTake}</p>
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
                  <Chip
                    who={host.is_active ? 'ok' : 'off'}
                    label={host.is_active ? words.bookable : words.bookingsPaused}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </QueryBoundary>
    </Page>
  );
}
