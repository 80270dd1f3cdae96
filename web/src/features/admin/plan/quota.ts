import type { QuotaKind } from '@app/contracts/rules/quotas.ts'
import { BOARD } from '../board/queries.ts'

/** Query key of a company's quota. Each change of a task reloads the queries of the board that are on the screen. */
export const quotaKey = (companyProfileId: string) => [BOARD, 'quota', companyProfileId] as const

/** Labels of the limits on admins’ screens. */
export const quotaTitles: Readonly<Record<QuotaKind, string>> = {
  openTasks: 'Open tasks',
  series: 'Recurring tasks',
  fileMegabytes: 'MB of pictures',
}
