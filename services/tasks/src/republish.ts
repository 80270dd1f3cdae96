import { type Env, loadConfig, storageConfig } from '@app/chassis/config.ts'
import { republishStates, withServiceDatabase } from '@app/chassis/messaging/republish.ts'
import { createObjectStore } from '@app/chassis/storage/object-store.ts'
import { TaskState } from '@app/contracts/events/tasks.ts'
import type { Tables } from './db/tables.ts'
import { waitingFacts } from './reviews/waiting-facts.ts'
import { eventPayload } from './tasks/event-payload.ts'
import { pageOfTasks } from './tasks/task.repository.ts'

export function republish(env: Env): Promise<number> {
  const { publicUrl } = createObjectStore(loadConfig(storageConfig, env))
  return withServiceDatabase<Tables, number>('tasks', env, (db) =>
    republishStates(db, TaskState, async (trx, after, limit) => {
      const tasks = await pageOfTasks(trx, after, limit)
      const waiting = await waitingFacts(trx, tasks)
      return tasks.map((task) => ({
        aggregateId: task._id,
        version: task.version,
        data: { ...eventPayload(task, publicUrl), ...waiting.get(task._id) },
      }))
    }),
  )
}
