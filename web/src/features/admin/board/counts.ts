import type { TaskCounts } from '@app/contracts/http/board.ts'

export const totalOf = ({ Pending, 'Roll Back': referredBack, Approved, Posted }: TaskCounts): number =>
  Pending + referredBack + Approved + Posted

/** The number of tasks that are not posted. A company's strip shows these. */
export const openOf = (counts: TaskCounts): number => totalOf(counts) - counts.Posted

/** The task count of a company: "3 tasks", or "2 open · 1 posted", because its strip shows no posted tasks. */
export function inWords(counts: TaskCounts): string {
  const open = openOf(counts)
  if (counts.Posted === 0) return open === 1 ? '1 task' : `${open} tasks`
  return open === 0 ? `${counts.Posted} posted` : `${open} open · ${counts.Posted} posted`
}
