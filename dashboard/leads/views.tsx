import { ActionIcon, Button, Menu, Modal, Switch } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { View } from '../../schemas/accounts/views.js';
import { useAct } from '../api/act.js';
import { useAsk } from '../api/ask.js';
import { useMay, useSession } from '../api/session.js';
import { Confirm } from '../parts/confirm.js';
import { Field } from '../parts/field.js';
import { Form } from '../parts/form.js';
import { Icon } from '../parts/icons.js';
import { ProblemNote } from '../parts/problem-note.js';
import { differs, layoutOf, searchOf } from './saved-view.js';
import type { LeadsSearch } from './search.js';

type Wish = 'add' | 'rename' | 'delete';

interface NameFormProps {
  /** What is renamed; undefined: another view is made of the list as it is. */
  view: View | undefined;
  search: LeadsSearch;
  onDone: (view: View) => void;
}

/** Asks what a view is called, and whether all see it. */
function NameForm({ view, search, onDone }: NameFormProps) {
  const may = useMay();
  const create = useAct('createView');
  const update = useAct('updateView');
  const [shared, setShared] = useState(view?.shared ?? false);
  return (
    <Form
      submit={view ? 'Rename' : 'Save the view'}
      onSubmit={async ({ name = '' }) => {
        const said = { name, shared };
        const answer = view
          ? await update.do({ params: { id: view.id }, body: said })
          : await create.do({ body: { resource: 'leads', ...layoutOf(search), ...said } });
        onDone(answer.view);
      }}
    >
      {(errorOf) => (
        <>
          <Field name="name" label="Name" value={view?.name} required first errorOf={errorOf} />
          {may('leads:write') && (
            <Switch
              label="Everybody in the account sees it"
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
  search: LeadsSearch;
  onWish: (wish: Wish) => void;
}

/** What can be done with the view that is open, where it is one's own or all may change it. */
function Opened({ view, isChanged, search, onWish }: OpenedProps) {
  const update = useAct('updateView');
  const change = (body: Partial<View>) =>
    void update.do({ params: { id: view.id }, body: body as never }).catch(() => undefined);
  const may = useMay();
  return (
    <>
      {isChanged && (
        <Button variant="default" size="compact-sm" loading={update.busy} onClick={() => change(layoutOf(search))}>
          Save the changes
        </Button>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`What can be done with ${view.name}`}>
            <Icon name="dots" size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => onWish('rename')}>Rename</Menu.Item>
          {may('leads:write') && (
            <Menu.Item onClick={() => change({ shared: !view.shared })}>
              {view.shared ? 'Keep it to myself' : 'Share it with everybody'}
            </Menu.Item>
          )}
          <Menu.Item onClick={() => onWish('delete')}>Delete</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {update.problem && <ProblemNote problem={update.problem} />}
    </>
  );
}

interface Props {
  search: LeadsSearch;
  onOpen: (search: LeadsSearch) => void;
}

/** The list as it was kept before, under names: one's own and those that all see. */
export function Views({ search, onOpen }: Props) {
  const may = useMay();
  const { user } = useSession();
  const { data } = useAsk('listViews', { query: { resource: 'leads', limit: 100 } });
  const remove = useAct('deleteView');
  const [wish, setWish] = useState<Wish>();
  const views = [...(data?.views ?? [])].reverse();
  const opened = views.find(({ id }) => id === search.view);
  const isChanged = differs(opened, search);
  const mayChange = opened && (may('leads:write') || (opened.user_id === user.id && !opened.shared));
  const close = () => setWish(undefined);
  const drop = async ({ id }: View) => {
    await remove.do({ params: { id } });
    onOpen({});
  };
  return (
    <div className="views">
      <nav className="tabs" aria-label="Views">
        <Link to="/leads" search={{} as never} activeOptions={{ exact: true }} data-chosen={!opened || undefined}>
          All leads
        </Link>
        {views.map((view) => (
          <Link
            key={view.id}
            to="/leads"
            search={searchOf(view) as never}
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
              Save as a view
            </Button>
          )}
        </span>
      </nav>
      {remove.problem && <ProblemNote problem={remove.problem} />}
      <Modal
        opened={wish === 'add' || wish === 'rename'}
        onClose={close}
        title={wish === 'rename' ? 'Rename the view' : 'Save as a view'}
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
      <Confirm
        title="Delete the view"
        opened={wish === 'delete'}
        busy={remove.busy}
        onCancel={close}
        onConfirm={() => {
          if (opened) void drop(opened).catch(() => undefined);
          close();
        }}
      >
        {opened?.shared ? 'Nobody finds it any more. ' : ''}The leads stay as they are.
      </Confirm>
    </div>
  );
}
