import { Link } from '@tanstack/react-router';
import { useAsk } from '../api/ask.js';
import { useSession } from '../api/session.js';
import { Asked } from '../parts/asked.js';
import { byDue } from '../tasks/order.js';
import { TaskLine } from '../tasks/task.js';

const SHOWN = 5;

/** What the user has to do, what is due first on top. */
export function MyTasks() {
  const { user } = useSession();
  const query = { status: 'open' as const, assignee_id: user.id, include: 'lead', limit: 200 };
  const tasks = useAsk('listTasks', { query });
  return (
    <section className="card" aria-labelledby="my-tasks">
      <header className="card-head">
        <h2 id="my-tasks" className="grow">
          My tasks
        </h2>
        <Link to="/tasks">All tasks</Link>
      </header>
      <Asked asked={tasks} lines={2}>
        {({ tasks: rows, included }) => {
          const names = new Map(included?.leads?.map(({ id, name }) => [id, name]));
          return rows.length === 0 ? (
            <p className="calm">None is open.</p>
          ) : (
            <ul>
              {byDue(rows)
                .slice(0, SHOWN)
                .map((task) => (
                  <li key={task.id}>
                    <TaskLine task={task} lead={task.lead_id ? names.get(task.lead_id) : undefined} />
                  </li>
                ))}
            </ul>
          );
        }}
      </Asked>
    </section>
  );
}
