/** The task queues, each with a worker role and slots of its own, the most pressing first. */
export const TASK_QUEUES = {
  cadences: 'cadences',
  background: 'background',
  /** Requests to addresses of accounts, which may hang: nothing else waits behind them. */
  webhooks: 'webhooks',
  functions: 'functions',
  /** Turns that ask models, which take seconds each. */
  models: 'models',
  /** Documents, which take up to a minute each. */
  documents: 'documents',
} as const;

export type TaskQueue = keyof typeof TASK_QUEUES;

/** Queues of activities alone, whose workflows run on another one. */
export const ACTIVITY_QUEUES: readonly TaskQueue[] = ['webhooks', 'models', 'documents'];

/** Every task queue, the most pressing first. */
export const ALL_QUEUES = Object.keys(TASK_QUEUES) as TaskQueue[];
