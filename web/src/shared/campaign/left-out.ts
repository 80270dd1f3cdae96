import type { AudienceSkipped } from '@app/contracts/http/audience.ts'

/** Formats a count, for example "1 person" or "2,000 people". */
export const formatCount = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

const listed = new Intl.ListFormat('en-US', { style: 'narrow', type: 'conjunction' })

/** Describes the rows that get no email: "12 not subscribed, 3 without a valid email address". Empty if no rows are excluded. */
export const leftOutText = ({ notSubscribed, lost, noAddress, duplicate }: AudienceSkipped): string =>
  listed.format(
    [
      notSubscribed && `${notSubscribed.toLocaleString('en-US')} not subscribed`,
      lost && `${lost.toLocaleString('en-US')} marked as lost`,
      noAddress && `${noAddress.toLocaleString('en-US')} without a valid email address`,
      duplicate && formatCount(duplicate, 'duplicate address', 'duplicate addresses'),
    ].filter((part) => typeof part === 'string'),
  )
