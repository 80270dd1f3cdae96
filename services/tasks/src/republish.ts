import { type Env, loadConfig, storageConfig } from '@app/chassis/config/config.ts'
import { republishStates, withServiceDatabase } from '@app/chassis/messaging/republish.ts'
import { createObjectStore } from '@app/chassis/storage/object-store.ts'
import { ColleagueState } from '@app/contracts/events/colleagues.ts'
import { TaskState } from '@app/contracts/events/tasks.ts'
import { pageOfColleagues } from './colleagues/colleague.repository.ts'
import { colleaguePayload } from './colleagues/colleague-payload.ts'
import type { Tables } from './db/tables.ts'
import { waitingFacts } from './reviews/waiting-facts.ts'
import { eventPayload } from './tasks/event-payload.ts'
import { pageOfTasks } from './tasks/task.repository.ts'

export function republish(env: Env): Promise<number> {
  const { publicUrl } = createObjectStore(loadConfig(storageConfig, env))
  return withServiceDatabase<Tables, number>('tasks', env, async (db) => {
    const colleagues = await republishStates(db, ColleagueState, async (trx, after, limit) =>
      (await pageOfColleagues(trx, after, limit)).map(({ company, ...colleague }) => ({
        aggregateId: colleague.id,
        version: colleague.version,
        data: colleaguePayload(colleague, company),
      })),
    )
    const tasks = await republishStates(db, TaskState, async (trx, after, limit) => {
      const page = await pageOfTasks(trx, after, limit)
      const waiting = await waitingFacts(trx, page)
      return page.map((task) => ({
        aggregateId: task._id,
        version: task.version,
        data: { ...eventPayload(task, publicUrl), ...waiting.get(task._id) },
      }))
    })
    return colleagues + tasks
  })
}
