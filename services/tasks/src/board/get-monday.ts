import type { BoardTask } from '@app/contracts/http/board.ts'
import type { CallTask, Monday } from '@app/contracts/http/monday.ts'
import { todayIn } from '@app/contracts/rules/business-dates.ts'
import type { TasksDeps } from '../deps.ts'
import { dueForLaunch } from './due-for-launch.ts'
import { cardsOf } from './list-board-tasks.ts'
import { type MondayList, phonesOf, selectMonday } from './monday.repository.ts'

/**
 * Returns the lists of the admins' first screen, of the companies with this account manager or of all. Each list has its count and its first
 * tasks.
 */
export async function getMonday(deps: TasksDeps, managerId: string | undefined): Promise<Monday> {
  const now = deps.now()
  const rows = await selectMonday(deps.db, { today: todayIn(deps.timeZone, now), now, isDue: await dueForLaunch(deps), managerId })
  const taskIds = [...new Set(rows.flatMap((row) => row.taskIds))]
  const [cards, phones] = await Promise.all([cardsOf(deps, taskIds), phonesOf(deps.db, taskIds)])
  const cardOf = new Map(cards.map((card) => [card.taskId, card]))

  function listed<Row>(list: MondayList, toRow: (card: BoardTask) => Row): { count: number; tasks: Row[] } {
    const { count, taskIds } = rows.find((row) => row.list === list) ?? { count: 0, taskIds: [] }
    return { count, tasks: taskIds.flatMap((taskId) => cardOf.get(taskId) ?? []).map(toRow) }
  }
  const tasksIn = (list: MondayList) => listed(list, (card) => card)
  const callsIn = (list: MondayList) => listed(list, (card): CallTask => ({ ...card, phone: phones.get(card.taskId) ?? '' }))

  return {
    owed: { late: tasksIn('late'), today: tasksIn('today'), thisWeek: tasksIn('thisWeek') },
    launch: tasksIn('launch'),
    referredBack: tasksIn('referredBack'),
    calls: { bounced: callsIn('bounced'), unconfirmed: callsIn('unconfirmed'), unopened: callsIn('unopened') },
  }
}
