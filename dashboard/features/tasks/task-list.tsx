import { useSearch } from '@tanstack/react-router';
import { usePermission, useSession } from '../../api/session.js';
import { useApiList, useApiQuery } from '../../api/use-api-query.js';
import { Empty, Page } from '../../components/page.js';
import { Tabs } from '../../components/page-tabs.js';
import { PagedList } from '../../components/paged-list.js';
import { useUnreadCount } from '../../components/unread-count.js';
import * as words from '../../words/en/tasks.js';
import { AddTask } from './add-task.js';
import { Notices } from './notices.js';
import { byDue } from './task-order.js';
import { TaskRow } from './task-row.js';

const TABS = { mine: words.mine, all: words.all, done: words.done, notices: words.notifications } as const;
type Which = Exclude<keyof typeof TABS, 'notices'>;

const NONE: Readonly<Record<Which, string>> = {
  mine: words.youreAllCaughtUp,
  all: words.noOpenTasks,
  done: words.noCompletedTasksYet,
};

function Tasks({ which }: { which: Which }) {
  const { user } = useSession();
  const users = useApiQuery('listUsers').data?.users;
  const pages = useApiList('listTasks', {
    query: {
      status: which === 'done' ? 'done' : 'open',
      ...(which === 'mine' ? { assignee_id: user.id } : {}),
      include: 'lead',
      limit: 100,
    },
  });
  const included = pages.data?.pages.flatMap((page) => page.included?.leads ?? []);
  const names = new Map(included?.map(({ id, name }) => [id, name]));
  const nameOf = (id: string | null) => users?.find((each) => each.id === id)?.name ?? words.unassigned;
  return (
    <PagedList
      pages={pages}
      rows={(page) => (which === 'done' ? page.tasks : byDue(page.tasks))}
      label={words.tasks}
      empty={
        <Empty title={NONE[which]} first={which !== 'done'}>
          <p>{words.agentsAndJobsCreateTasksFor}</p>
        </Empty>
      }
    >
      {(task) => (
        <TaskRow
          task={task}
          lead={task.lead_id ? names.get(task.lead_id) : undefined}
          assignee={which === 'mine' ? undefined : nameOf(task.assignee_id)}
        />
      )}
    </PagedList>
  );
}

/** The tasks and notifications of users. */
export function TasksPage() {
  const { tab = 'mine' } = useSearch({ from: '/shell/tasks' });
  const may = usePermission();
  const unread = useUnreadCount('notices');
  return (
    <Page title={words.tasks} create={may('leads:write') && <AddTask />}>
      <Tabs
        tabs={unread ? { ...TABS, notices: `${TABS.notices} (${unread})` } : TABS}
        selected={tab}
        label={words.tasks}
        searchOf={(to) => ({ tab: to })}
      />
      {tab === 'notices' ? <Notices /> : <Tasks which={tab} />}
    </Page>
  );
}
