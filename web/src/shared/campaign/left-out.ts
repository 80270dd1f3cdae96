import type { AudienceSkipped } from '@app/contracts/http/audience.ts'

/** "1 person", "2,000 people" */
export const formatCount = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

const listed = new Intl.ListFormat('en-US', { style: 'narrow', type: 'conjunction' })

/** "12 said no, 3 have no usable address": why rows of the spreadsheet get no mail; '' where none are left out. */
export const leftOutText = ({ notSubscribed, lost, noAddress, duplicate }: AudienceSkipped): string =>
  listed.format(
    [
      notSubscribed && `${notSubscribed.toLocaleString('en-US')} said no`,
      lost && formatCount(lost, 'is lost', 'are lost'),
      noAddress && formatCount(noAddress, 'has no usable address', 'have no usable address'),
      duplicate && formatCount(duplicate, 'row repeats an address', 'rows repeat an address'),
    ].filter((part) => typeof part === 'string'),
  )
