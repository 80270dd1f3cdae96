import type { Queue } from '@app/chassis/work/queue.ts'

/** A service that composes emails when they are sent. */
export type Composer = 'tasks'

/** The queue of emails that this service composed. The keys of all queues of emails are ids of rows in `mail`. */
export const mailQueue: Queue<null> = { name: 'mail' }

/** A queue for each composing service, so that an unavailable service delays only its own emails. */
export const composedQueues: Readonly<Record<Composer, Queue<null>>> = { tasks: { name: 'mail-tasks' } }
