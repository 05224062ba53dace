import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { usePermission } from '../../api/session.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import type { Draft } from '../../api/use-draft.js';
import { Chip } from '../../components/chip.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { MoreMenu } from '../../components/more-menu.js';
import { Page, Skeleton } from '../../components/page.js';
import { ProblemNote } from '../../components/problem-note.js';
import { SaveButton, SaveConflict, SaveState } from '../../components/save-controls.js';
import { SecretOnce } from '../../components/secret-once.js';
import { DraftCard } from '../../forms/draft-card.js';
import * as words from '../../words/en/widget.js';
import { useWidget, type Widget } from './use-widget.js';
import { WidgetInstall } from './widget-install.js';
import { WidgetPreview } from './widget-preview.js';
import { WidgetTelemetry } from './widget-telemetry.js';

const CARDS = [
  { title: words.general, keys: ['name', 'workflow_id', 'is_active', 'allowed_domains', 'privacy_url'] },
  { title: words.appearance, keys: ['theme'] },
  { title: words.welcomeMessage, keys: ['opening_message', 'quick_replies', 'locale'] },
  { title: words.visitorDetails, keys: ['capture_form', 'request_contact', 'contact_confirmation'] },
  { title: words.abuseProtection, keys: ['pow', 'limits', 'telemetry'] },
] as const;

type PendingAction = 'key' | 'secret' | 'delete';
const CONFIRMATIONS: Readonly<Record<PendingAction, { title: string; means: string }>> = {
  key: {
    title: words.regenerateKey,
    means: words.pagesWithTheCurrentKeyStop,
  },
  secret: {
    title: words.regenerateIdentitySecret,
    means: words.signaturesMadeWithTheCurrentSecret,
  },
  delete: { title: words.deleteWidget, means: words.pagesStopShowingTheChatIts },
};

interface Props {
  widget: Widget;
  draft: Draft<Widget>;
}

/** Saves what was changed, gives new keys, deletes. */
function Control({ widget, draft }: Props) {
  const [action, setAction] = useState<PendingAction>();
  const [secret, setSecret] = useState<string>();
  const key = useApiMutation('regenerateWidgetKey');
  const identity = useApiMutation('regenerateIdentitySecret');
  const navigate = useNavigate();
  const remove = useApiMutation('deleteWidget', async () => {
    draft.discard();
    await navigate({ to: '/integrations' });
  });
  const params = { id: widget.id };
  const act = async () => {
    if (action === 'key') {
      await key.mutateAsync({ params });
      await draft.reloadWithChanges();
    }
    if (action === 'secret') {
      setSecret((await identity.mutateAsync({ params })).identity_secret);
      identity.reset();
    }
    if (action === 'delete') await remove.mutateAsync({ params });
  };
  const problem = key.problem ?? identity.problem ?? remove.problem;
  return (
    <>
      <SaveState draft={draft} />
      <SaveButton draft={draft} />
      <MoreMenu
        about={words.theWidget}
        items={[
          [words.regenerateKey, () => setAction('key')],
          [words.regenerateIdentitySecret, () => setAction('secret')],
          [words.deleteLabel, () => setAction('delete')],
        ]}
      />
      <ConfirmDialog
        title={action ? CONFIRMATIONS[action].title : ''}
        opened={action !== undefined}
        isPending={key.isPending || identity.isPending || remove.isPending}
        onCancel={() => setAction(undefined)}
        onConfirm={() =>
          void act()
            .catch(() => undefined)
            .finally(() => setAction(undefined))
        }
      >
        {action && CONFIRMATIONS[action].means}
      </ConfirmDialog>
      <SecretOnce title={words.identitySecret} secret={secret} onStored={() => setSecret(undefined)}>
        {words.yourServerSignsUserIdentitiesWith}
      </SecretOnce>
      {problem && <ProblemNote problem={problem} />}
    </>
  );
}

/** A chat widget: what it says and asks, how it looks, and what a page needs. */
export function WidgetPage() {
  const { id } = useParams({ from: '/shell/integrations/widgets/$id' });
  const may = usePermission();
  const draft = useWidget(id);
  const widget = draft.value;
  return (
    <Page
      title={widget?.name ?? words.widget}
      wide
      actions={
        widget && (
          <>
            <Chip
              who={draft.stored?.is_active ? 'ok' : 'off'}
              label={draft.stored?.is_active ? words.active : words.inactive}
            />
            {may('widgets:write') && <Control widget={widget} draft={draft} />}
          </>
        )
      }
    >
      <SaveConflict draft={draft} />
      {!widget && !draft.problem && <Skeleton lines={8} />}
      {widget && (
        <div className="editor">
          <div className="stack">
            {CARDS.map((card) => (
              <DraftCard key={card.title} {...card} draft={draft} shape="Widget" readOnly={!may('widgets:write')} />
            ))}
          </div>
          <aside className="stack side-stack" aria-label={words.previewAndInstallation}>
            <WidgetPreview widget={widget} />
            <WidgetInstall widget={widget} />
            <WidgetTelemetry id={id} />
          </aside>
        </div>
      )}
    </Page>
  );
}
