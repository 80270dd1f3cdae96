import { formatNumber } from '@app/contracts/format/numbers.ts'

/** Returns a number with its noun, for example "1 task" or "1,200 tasks". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  count === 1 ? `1 ${one}` : `${formatNumber(count)} ${many}`
