import { formatNumber } from '@app/contracts/format/numbers.ts'
import { MEGABYTE } from '@app/contracts/primitives.ts'
import {
  type Quota,
  type QuotaKind,
  type QuotaUsage,
  quotaAmount,
  quotaKinds,
  quotaLimits,
  quotaWayOut,
} from '@app/contracts/rules/quotas.ts'

/** Returns the used amount in the unit of the limits, rounded down. */
export const usedOf = ({ openTasks, series, fileBytes }: QuotaUsage): Record<QuotaKind, number> => ({
  openTasks,
  series,
  fileMegabytes: Math.floor(fileBytes / MEGABYTE),
})

/** From this part of a limit on, the owner sees a notice. */
const NOTICE_SHARE = 0.8

/** Returns a notice for each limit that is nearly or completely used. */
export function quotaNotices(quota: Quota): { kind: QuotaKind; text: string }[] {
  const limits = quotaLimits(quota)
  const used = usedOf(quota.usage)
  return quotaKinds
    .filter((kind) => used[kind] >= limits[kind] * NOTICE_SHARE)
    .map((kind) => ({ kind, text: `${formatNumber(used[kind])} of ${quotaAmount(kind, limits[kind])}. ${quotaWayOut(quota, kind)}` }))
}
