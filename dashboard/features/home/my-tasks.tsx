import { Link } from '@tanstack/react-router';
import { useSession } from '../../api/session.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import * as words from '../../words/en/home.js';
import { byDue } from '../tasks/task-order.js';
import { TaskRow } from '../tasks/task-row.js';

const SHOWN = 5;

/** The user's tasks, the first due on top. */
export function MyTasks() {
  const { user } = useSession();
  const query = { status: 'open' as const, assignee_id: user.id, include: 'lead', limit: 200 };
  const tasks = useApiQuery('listTasks', { query });
  return (
    <section className="card" aria-labelledby="my-tasks">
      <header className="card-head">
        <h2 id="my-tasks" className="grow">
          {words.myTasks}
        </h2>
        <Link to="/tasks">{words.allTasks}</Link>
      </header>
      <QueryBoundary query={tasks} lines={2}>
        {({ tasks: rows, included }) => {
          const names = new Map(included?.leads?.map(({ id, name }) => [id, name]));
          return rows.length === 0 ? (
            <p className="calm">{words.noOpenTasks}</p>
          ) : (
            <ul>
              {byDue(rows)
                .slice(0, SHOWN)
                .map((task) => (
                  <li key={task.id}>
                    <TaskRow task={task} lead={task.lead_id ? names.get(task.lead_id) : undefined} />
                  </li>
                ))}
            </ul>
          );
        }}
      </QueryBoundary>
    </section>
  );
}
