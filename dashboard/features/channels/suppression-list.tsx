import { Button } from '@mantine/core';
import { asProblem } from '../../api/problem.js';
import { usePermission } from '../../api/session.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { useApiList } from '../../api/use-api-query.js';
import { ConfirmForm } from '../../components/confirm-form.js';
import { DeleteButton } from '../../components/delete-button.js';
import { formValues, SelectField, TextField } from '../../components/form-field.js';
import { Empty, Page, Skeleton } from '../../components/page.js';
import { ProblemNote } from '../../components/problem-note.js';
import { Timestamp } from '../../components/time/timestamp.js';
import { capitalize } from '../../words/capitalize.js';
import * as words from '../../words/en/channels.js';
import { ChannelTabs } from './channel-tabs.js';

const CHANNELS = [
  { value: 'email', label: words.email },
  { value: 'whatsapp', label: words.whatsapp },
  { value: 'call', label: words.calls },
];

function Add() {
  const create = useApiMutation('createSuppression');
  return (
    <ConfirmForm
      title={words.suppressAddress}
      submit={words.suppress}
      variant="filled"
      onSubmit={(values) => create.mutateAsync({ body: formValues(values) })}
    >
      {(errorOf) => (
        <>
          <SelectField name="channel" label={words.channel} data={CHANNELS} value="email" errorOf={errorOf} />
          <TextField name="address" label={words.addressOrNumber} required errorOf={errorOf} />
          <TextField name="reason" label={words.reason} errorOf={errorOf} />
        </>
      )}
    </ConfirmForm>
  );
}

/** Addresses that nothing is sent to. */
export function SuppressionsPage() {
  const mayChange = usePermission()('messaging:write');
  const pages = useApiList('listSuppressions', { query: { limit: 100 } });
  const rows = pages.data?.pages.flatMap(({ suppressions }) => suppressions);
  return (
    <Page title={words.suppressedAddresses} actions={mayChange && <Add />}>
      <ChannelTabs />
      {pages.error && <ProblemNote problem={asProblem(pages.error)} again={() => void pages.refetch()} />}
      {!rows && !pages.error && <Skeleton lines={4} />}
      {rows?.length === 0 && (
        <Empty title={words.noSuppressedAddresses}>
          <p>{words.addressesThatBouncedComplainedOr}</p>
        </Empty>
      )}
      {rows && rows.length > 0 && (
        <ul className="card">
          {rows.map(({ id, channel, address, reason, created_at }) => (
            <li key={id} className="line meeting">
              <span className="grow">
                <span className="cut">{address || words.erased}</span>
                <span className="faint">
                  {' '}
                  {CHANNELS.find(({ value }) => value === channel)?.label ?? channel} ·{' '}
                  {capitalize(reason.replaceAll('_', ' '))} · <Timestamp at={created_at} />
                </span>
              </span>
              {mayChange && (
                <DeleteButton
                  operation="deleteSuppression"
                  id={id}
                  name={address || words.address}
                  means={words.messagesToItAreSentAgain}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {pages.hasNextPage && (
        <p className="card-body">
          <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {words.showMore}
          </Button>
        </p>
      )}
    </Page>
  );
}
