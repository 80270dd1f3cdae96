import { formatNumber } from '@app/contracts/format/numbers.ts'
import { LAUNCH_COUNT_MAX, type TaskCounts } from '@app/contracts/http/board.ts'

export const totalOf = ({ Pending, 'Roll Back': referredBack, Approved, Posted }: TaskCounts): number =>
  Pending + referredBack + Approved + Posted

/** Returns the number of tasks that are not posted. Only these tasks are in the company's row of task cards. */
export const openOf = (counts: TaskCounts): number => totalOf(counts) - counts.Posted

/** Formats for example "3 tasks" or, if some tasks are posted, "2 open · 1 posted". */
export function inWords(counts: TaskCounts): string {
  const open = openOf(counts)
  if (counts.Posted === 0) return open === 1 ? '1 task' : `${open} tasks`
  return open === 0 ? `${counts.Posted} posted` : `${open} open · ${counts.Posted} posted`
}

/** Link to the list of all tasks with open findings. */
export const FINDINGS_LIST = '?tab=total&findings=true'

/** Formats the number of tasks with open findings. The server counts no further than a maximum. */
export const findingsInWords = (count: number): string => (count >= LAUNCH_COUNT_MAX ? `${formatNumber(count)}+` : formatNumber(count))
