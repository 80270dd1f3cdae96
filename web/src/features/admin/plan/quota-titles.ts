import type { QuotaKind } from '@app/contracts/rules/quotas.ts'

/** Labels of the limits on admins’ screens. */
export const quotaTitles: Readonly<Record<QuotaKind, string>> = {
  openTasks: 'Open tasks',
  series: 'Recurring tasks',
  fileMegabytes: 'MB of pictures',
}
