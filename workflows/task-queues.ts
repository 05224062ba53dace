/** The task queues, each with a worker role of its own. */
export const TASK_QUEUES = { cadences: 'cadences', background: 'background', functions: 'functions' } as const;

export type TaskQueue = keyof typeof TASK_QUEUES;
