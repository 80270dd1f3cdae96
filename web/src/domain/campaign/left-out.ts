import { formatList } from '@app/contracts/format/lists.ts'
import { formatNumber } from '@app/contracts/format/numbers.ts'
import type { AudienceSkipped } from '@app/contracts/http/audience.ts'

/** Formats a count, for example "1 person" or "2,000 people". */
export const formatCount = (count: number, one: string, many: string): string => `${formatNumber(count)} ${count === 1 ? one : many}`

/** Describes the rows that get no email: "12 not subscribed, 3 without a valid email address". Empty if no rows are excluded. */
export const leftOutText = ({ notSubscribed, lost, noAddress, duplicate }: AudienceSkipped): string =>
  formatList(
    [
      notSubscribed && `${formatNumber(notSubscribed)} not subscribed`,
      lost && `${formatNumber(lost)} marked as lost`,
      noAddress && `${formatNumber(noAddress)} without a valid email address`,
      duplicate && formatCount(duplicate, 'duplicate address', 'duplicate addresses'),
    ].filter((part) => typeof part === 'string'),
    { style: 'narrow' },
  )
