import { Button } from '@mantine/core';
import { useAct } from '../api/act.js';
import { usePages } from '../api/ask.js';
import { asProblem } from '../api/problem.js';
import { useMay } from '../api/session.js';
import { AskFirst } from '../parts/ask-first.js';
import { Choice, Field, filledIn } from '../parts/field.js';
import { Bones, Empty, Page } from '../parts/page.js';
import { ProblemNote } from '../parts/problem-note.js';
import { Remove } from '../parts/remove.js';
import { upper } from '../parts/upper.js';
import { When } from '../parts/when.js';
import { ChannelTabs } from './tabs.js';

const CHANNELS = [
  { value: 'email', label: 'E-mail' },
  { value: 'whatsapp', label: 'WhatsApp' },
  { value: 'call', label: 'Calls' },
];

function Add() {
  const create = useAct('createSuppression');
  return (
    <AskFirst
      title="Suppress an address"
      submit="Suppress it"
      variant="filled"
      onSubmit={(values) => create.do({ body: filledIn(values) as never })}
    >
      {(errorOf) => (
        <>
          <Choice name="channel" label="Channel" data={CHANNELS} value="email" errorOf={errorOf} />
          <Field name="address" label="Address or number" required errorOf={errorOf} />
          <Field name="reason" label="Why" errorOf={errorOf} />
        </>
      )}
    </AskFirst>
  );
}

/** Addresses that nothing is sent to. */
export function SuppressionsPage() {
  const mayChange = useMay()('messaging:write');
  const pages = usePages('listSuppressions', { query: { limit: 100 } });
  const rows = pages.data?.pages.flatMap(({ suppressions }) => suppressions);
  return (
    <Page title="Suppressed" actions={mayChange && <Add />}>
      <ChannelTabs />
      {pages.error && <ProblemNote problem={asProblem(pages.error)} again={() => void pages.refetch()} />}
      {!rows && !pages.error && <Bones lines={4} />}
      {rows?.length === 0 && (
        <Empty title="Nobody">
          <p>Addresses that bounced, complained or unsubscribed stand here: nothing is sent to them.</p>
        </Empty>
      )}
      {rows && rows.length > 0 && (
        <ul className="card">
          {rows.map(({ id, channel, address, reason, created_at }) => (
            <li key={id} className="line meeting">
              <span className="grow">
                <span className="cut">{address || 'Erased'}</span>
                <span className="faint">
                  {' '}
                  {channel} · {upper(reason.replaceAll('_', ' '))} · <When at={created_at} />
                </span>
              </span>
              {mayChange && (
                <Remove
                  operation="deleteSuppression"
                  id={id}
                  name={address || 'it'}
                  means="It is written to again. Do that only where its owner asked for it."
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {pages.hasNextPage && (
        <p className="card-body">
          <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            More
          </Button>
        </p>
      )}
    </Page>
  );
}
