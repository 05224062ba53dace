import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useAct } from '../api/act.js';
import type { Draft } from '../api/draft.js';
import { useMay } from '../api/session.js';
import { Chip } from '../parts/chip.js';
import { Confirm } from '../parts/confirm.js';
import { More } from '../parts/more.js';
import { Bones, Page } from '../parts/page.js';
import { ProblemNote } from '../parts/problem-note.js';
import { Save, SaveState, SaveTrouble } from '../parts/saved.js';
import { SecretOnce } from '../parts/secret.js';
import { DraftCard } from '../shape/draft-card.js';
import { OnPage } from './on-page.js';
import { Preview } from './preview.js';
import { Telemetry } from './telemetry.js';
import { useWidget, type Widget } from './use-widget.js';

const CARDS = [
  { title: 'The widget', keys: ['name', 'workflow_id', 'is_active', 'allowed_domains', 'privacy_url'] },
  { title: 'How it looks', keys: ['theme'] },
  { title: 'What it says first', keys: ['opening_message', 'quick_replies', 'locale'] },
  { title: 'Who a visitor is', keys: ['capture_form', 'request_contact'] },
  { title: 'Against misuse', keys: ['pow', 'limits', 'telemetry'] },
] as const;

type Wish = 'key' | 'secret' | 'delete';
const WISHES: Readonly<Record<Wish, { title: string; means: string }>> = {
  key: {
    title: 'New key',
    means: 'Pages with the key it has show no chat any more, until they have the line with the new one.',
  },
  secret: {
    title: 'New identity secret',
    means: 'What your server signed with the one it has proves nothing any more.',
  },
  delete: { title: 'Delete the widget', means: 'No page shows it any more. Its conversations stay.' },
};

interface Props {
  widget: Widget;
  draft: Draft<Widget>;
}

/** Saves what was changed, gives new keys, deletes. */
function Control({ widget, draft }: Props) {
  const [wish, setWish] = useState<Wish>();
  const [secret, setSecret] = useState<string>();
  const key = useAct('regenerateWidgetKey');
  const identity = useAct('regenerateIdentitySecret');
  const navigate = useNavigate();
  const remove = useAct('deleteWidget', async () => {
    draft.discard();
    await navigate({ to: '/integrations' });
  });
  const params = { id: widget.id };
  const act = async () => {
    if (wish === 'key') {
      await key.do({ params });
      await draft.keepMine();
    }
    if (wish === 'secret') {
      setSecret((await identity.do({ params })).identity_secret);
      identity.forget();
    }
    if (wish === 'delete') await remove.do({ params });
  };
  const problem = key.problem ?? identity.problem ?? remove.problem;
  return (
    <>
      <SaveState draft={draft} />
      <Save draft={draft} />
      <More
        about="the widget"
        items={[
          ['New key', () => setWish('key')],
          ['New identity secret', () => setWish('secret')],
          ['Delete', () => setWish('delete')],
        ]}
      />
      <Confirm
        title={wish ? WISHES[wish].title : ''}
        opened={wish !== undefined}
        busy={key.busy || identity.busy || remove.busy}
        onCancel={() => setWish(undefined)}
        onConfirm={() =>
          void act()
            .catch(() => undefined)
            .finally(() => setWish(undefined))
        }
      >
        {wish && WISHES[wish].means}
      </Confirm>
      <SecretOnce title="The identity secret" secret={secret} onStored={() => setSecret(undefined)}>
        Your server signs its users with it. This is the only time it is shown.
      </SecretOnce>
      {problem && <ProblemNote problem={problem} />}
    </>
  );
}

/** A chat widget: what it says and asks, how it looks, and what a page needs. */
export function WidgetPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const may = useMay();
  const draft = useWidget(id);
  const widget = draft.value;
  return (
    <Page
      title={widget?.name ?? 'Widget'}
      wide
      actions={
        widget && (
          <>
            <Chip who={draft.stored?.is_active ? 'ok' : 'off'} label={draft.stored?.is_active ? 'Answers' : 'Off'} />
            {may('widgets:write') && <Control widget={widget} draft={draft} />}
          </>
        )
      }
    >
      <SaveTrouble draft={draft} />
      {!widget && !draft.problem && <Bones lines={8} />}
      {widget && (
        <div className="editor">
          <div className="stack">
            {CARDS.map((card) => (
              <DraftCard key={card.title} {...card} draft={draft} shape="Widget" readOnly={!may('widgets:write')} />
            ))}
          </div>
          <aside className="stack side-stack" aria-label="Beside the form">
            <Preview widget={widget} />
            <OnPage widget={widget} />
            <Telemetry id={id} />
          </aside>
        </div>
      )}
    </Page>
  );
}
