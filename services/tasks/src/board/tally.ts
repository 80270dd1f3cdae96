import type { TaskCounts } from '@app/contracts/http/board.ts'

/** The counts of `company_tally`. */
export interface Tally {
  pending: number
  rollBack: number
  approved: number
  posted: number
}

export const toCounts = ({ pending, rollBack, approved, posted }: Tally): TaskCounts => ({
  Pending: pending,
  'Roll Back': rollBack,
  Approved: approved,
  Posted: posted,
})
