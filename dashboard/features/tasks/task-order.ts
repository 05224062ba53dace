interface Due {
  due_at: string | null;
  created_at: string;
}

/** Sorts by when it is due, the first on top; what has no time comes last, the oldest of it first. */
export const byDue = <T extends Due>(tasks: readonly T[]): T[] =>
  tasks.toSorted((a, b) => {
    if (a.due_at !== null && b.due_at !== null) return Date.parse(a.due_at) - Date.parse(b.due_at);
    if (a.due_at !== null || b.due_at !== null) return a.due_at === null ? 1 : -1;
    return Date.parse(a.created_at) - Date.parse(b.created_at);
  });
