import { formatNumber } from '@app/contracts/format/numbers.ts'

/** Returns for example "1 task" or "12 tasks". */
export const tasksInWords = (count: number): string => (count === 1 ? '1 task' : `${formatNumber(count)} tasks`)
