import { useAsk, usePages } from '../api/ask.js';
import { useMay, useSession } from '../api/session.js';
import { useUnread } from '../inbox/unread.js';
import { Listed } from '../parts/listed.js';
import { Empty, Page } from '../parts/page.js';
import { Tabs, useTab } from '../parts/tabs.js';
import { AddTask } from './add-task.js';
import { Notices } from './notices.js';
import { byDue } from './order.js';
import { TaskLine } from './task.js';

const TABS = { mine: 'Mine', all: 'Everybody’s', done: 'Done', notices: 'Notices' } as const;
type Which = Exclude<keyof typeof TABS, 'notices'>;

const NONE: Readonly<Record<Which, string>> = {
  mine: 'Nothing is left for you to do',
  all: 'No task is open',
  done: 'No task was done yet',
};

function Tasks({ which }: { which: Which }) {
  const { user } = useSession();
  const users = useAsk('listUsers').data?.users;
  const pages = usePages('listTasks', {
    query: {
      status: which === 'done' ? 'done' : 'open',
      ...(which === 'mine' ? { assignee_id: user.id } : {}),
      ...{ include: 'lead', limit: 100 },
    },
  });
  const included = pages.data?.pages.flatMap((page) => page.included?.leads ?? []);
  const names = new Map(included?.map(({ id, name }) => [id, name]));
  const nameOf = (id: string | null) => users?.find((each) => each.id === id)?.name ?? 'Nobody has it';
  return (
    <Listed
      pages={pages}
      rows={(page) => (which === 'done' ? page.tasks : byDue(page.tasks))}
      label="Tasks"
      empty={
        <Empty title={NONE[which]}>
          <p>
            Jobs and agents make tasks where a person should act, such as a call to a lead that has a large budget.
            Yours you add above.
          </p>
        </Empty>
      }
    >
      {(task) => (
        <TaskLine
          task={task}
          lead={task.lead_id ? names.get(task.lead_id) : undefined}
          assignee={which === 'mine' ? undefined : nameOf(task.assignee_id)}
        />
      )}
    </Listed>
  );
}

/** What people have to do, and what they were told. */
export function TasksPage() {
  const tab = useTab(TABS);
  const may = useMay();
  const unread = useUnread('notices');
  return (
    <Page title="Tasks" actions={may('leads:write') && <AddTask />}>
      <Tabs tabs={unread ? { ...TABS, notices: `${TABS.notices} (${unread})` } : TABS} label="Tasks" />
      {tab === 'notices' ? <Notices /> : <Tasks which={tab} />}
    </Page>
  );
}
