import { ActionIcon, Button, Menu, Modal, Switch } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { View } from '../../../schemas/accounts/views.js';
import { usePermission, useSession } from '../../api/session.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { Form } from '../../components/form.js';
import { TextField } from '../../components/form-field.js';
import { Icon } from '../../components/icons.js';
import { ProblemNote } from '../../components/problem-note.js';
import * as words from '../../words/en/leads.js';
import type { LeadSearch } from './lead-search.js';
import { differs, layoutOf, searchOf } from './saved-view.js';

type Wish = 'add' | 'rename' | 'delete';

interface NameFormProps {
  /** The renamed view; undefined to create another one. */
  view: View | undefined;
  search: LeadSearch;
  onDone: (view: View) => void;
}

/** Queries what a view is called, and whether all see it. */
function NameForm({ view, search, onDone }: NameFormProps) {
  const may = usePermission();
  const create = useApiMutation('createView');
  const update = useApiMutation('updateView');
  const [shared, setShared] = useState(view?.shared ?? false);
  return (
    <Form
      submit={view ? words.rename : words.saveView}
      onSubmit={async ({ name = '' }) => {
        const viewBody = { name, shared };
        const answer = view
          ? await update.mutateAsync({ params: { id: view.id }, body: viewBody })
          : await create.mutateAsync({ body: { resource: 'leads', ...layoutOf(search), ...viewBody } });
        onDone(answer.view);
      }}
    >
      {(errorOf) => (
        <>
          <TextField name="name" label={words.nameLabel} value={view?.name} required first errorOf={errorOf} />
          {may('leads:write') && (
            <Switch
              label={words.visibleToEveryoneInTheAccount}
              checked={shared}
              onChange={({ currentTarget }) => setShared(currentTarget.checked)}
            />
          )}
        </>
      )}
    </Form>
  );
}

interface OpenedProps {
  view: View;
  isChanged: boolean;
  search: LeadSearch;
  onWish: (wish: Wish) => void;
}

/** The actions on the open view, if the user owns it or may change it. */
function Opened({ view, isChanged, search, onWish }: OpenedProps) {
  const update = useApiMutation('updateView');
  const change = (body: Partial<View>) =>
    void update.mutateAsync({ params: { id: view.id }, body: body }).catch(() => undefined);
  const may = usePermission();
  return (
    <>
      {isChanged && (
        <Button variant="default" size="compact-sm" loading={update.isPending} onClick={() => change(layoutOf(search))}>
          {words.saveChanges}
        </Button>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={words.actionsFor(view.name)}>
            <Icon name="dots" size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => onWish('rename')}>{words.rename}</Menu.Item>
          {may('leads:write') && (
            <Menu.Item onClick={() => change({ shared: !view.shared })}>
              {view.shared ? words.makePrivate : words.shareWithEveryone}
            </Menu.Item>
          )}
          <Menu.Item onClick={() => onWish('delete')}>{words.deleteLabel}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {update.problem && <ProblemNote problem={update.problem} />}
    </>
  );
}

interface Props {
  /** The page that shows the views. A pipeline has no views with conditions, which it can't apply. */
  page?: '/leads' | '/leads/pipeline';
  search: LeadSearch;
  onOpen: (search: LeadSearch) => void;
}

/** The list as it was kept before, under names: one's own and those that all see. */
export function SavedViewMenu({ page = '/leads', search, onOpen }: Props) {
  const may = usePermission();
  const { user } = useSession();
  const { data } = useApiQuery('listViews', { query: { resource: 'leads', limit: 100 } });
  const remove = useApiMutation('deleteView');
  const [wish, setWish] = useState<Wish>();
  const views = [...(data?.views ?? [])].reverse().filter(({ query }) => page === '/leads' || !('where' in query));
  const opened = views.find(({ id }) => id === search.view);
  const isChanged = differs(opened, search);
  const mayChange = opened && (may('leads:write') || (opened.user_id === user.id && !opened.shared));
  const close = () => setWish(undefined);
  const drop = async ({ id }: View) => {
    await remove.mutateAsync({ params: { id } });
    onOpen({});
  };
  return (
    <div className="views">
      <nav className="tabs" aria-label={words.views}>
        <Link to={page} search={{}} activeOptions={{ exact: true }} data-chosen={!opened || undefined}>
          {words.allLeads}
        </Link>
        {views.map((view) => (
          <Link
            key={view.id}
            to={page}
            search={searchOf(view)}
            activeOptions={{ exact: true }}
            data-chosen={view === opened || undefined}
          >
            {view.name}
            {view === opened && isChanged && ' *'}
            {view.shared && <Icon name="users" size={14} />}
          </Link>
        ))}
        <span className="row grow">
          {opened && mayChange && (
            <Opened key={opened.id} view={opened} isChanged={isChanged} search={search} onWish={setWish} />
          )}
          {isChanged && (
            <Button variant="subtle" size="compact-sm" onClick={() => setWish('add')}>
              {words.saveAsView}
            </Button>
          )}
        </span>
      </nav>
      {remove.problem && <ProblemNote problem={remove.problem} />}
      <Modal
        opened={wish === 'add' || wish === 'rename'}
        onClose={close}
        title={wish === 'rename' ? words.renameView : words.saveAsView}
      >
        <div className="over">
          <NameForm
            view={wish === 'rename' ? opened : undefined}
            search={search}
            onDone={(view) => {
              if (wish === 'add') onOpen(searchOf(view));
              close();
            }}
          />
        </div>
      </Modal>
      <ConfirmDialog
        title={words.deleteView}
        opened={wish === 'delete'}
        isPending={remove.isPending}
        onCancel={close}
        onConfirm={() => {
          if (opened) void drop(opened).catch(() => undefined);
          close();
        }}
      >
        {opened?.shared ? words.everyoneInTheAccountLosesIt : words.theLeadsDontChange}
      </ConfirmDialog>
    </div>
  );
}
