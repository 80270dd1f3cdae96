import type { TaskCounts } from '@app/contracts/http/board.ts'

/** The tasks of all statuses. */
export const allOf = ({ Pending, 'Roll Back': referredBack, Approved, Posted }: TaskCounts): number =>
  Pending + referredBack + Approved + Posted

/** Those that are not posted: what a strip holds. */
export const openOf = (counts: TaskCounts): number => allOf(counts) - counts.Posted
