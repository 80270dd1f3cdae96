import type { TaskCounts } from '@app/contracts/http/board.ts'

export interface CountColumns {
  pending: number
  rollBack: number
  approved: number
  posted: number
}

export const toCounts = ({ pending, rollBack, approved, posted }: CountColumns): TaskCounts => ({
  Pending: pending,
  'Roll Back': rollBack,
  Approved: approved,
  Posted: posted,
})
