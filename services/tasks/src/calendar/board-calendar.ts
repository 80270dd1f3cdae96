import type { getBoardCalendar as contract } from '@app/contracts/http/calendar.ts'
import type * as Type from 'typebox'
import { cardsOf } from '../board/list-board-tasks.ts'
import type { TasksDeps } from '../deps.ts'
import { type CalendarOf, selectTasksByDay } from './calendar-task.repository.ts'
import type { Period } from './period.ts'
import { plannedDatesOf } from './planned-dates.ts'

type BoardCalendar = Type.Static<(typeof contract.schema.response)[200]>

/** Returns the admins' calendar: the first tasks of each day, the number of its tasks, and the planned dates of series. */
export async function getBoardCalendar(deps: TasksDeps, period: Period, of: CalendarOf): Promise<BoardCalendar> {
  const [placed, planned] = await Promise.all([selectTasksByDay(deps.db, period, of), plannedDatesOf(deps, period, of)])
  const ids = placed.map(({ taskId }) => taskId)
  const cards = new Map((await cardsOf(deps, ids)).map((card) => [card.taskId, card]))
  const days = Map.groupBy(placed, ({ date }) => date)
  return {
    days: [...days].map(([date, ofDay]) => ({
      date,
      tasks: ofDay.flatMap(({ taskId }) => cards.get(taskId) ?? []),
      count: ofDay[0]?.count ?? 0,
    })),
    planned,
  }
}
