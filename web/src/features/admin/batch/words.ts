import { formatNumber } from '@app/contracts/format/numbers.ts'

/** Returns for example "1 task" or "42 tasks". */
export const tasksInWords = (count: number): string => (count === 1 ? '1 task' : `${formatNumber(count)} tasks`)

/** Returns for example "1 company" or "42 companies". */
export const companiesInWords = (count: number): string => (count === 1 ? '1 company' : `${formatNumber(count)} companies`)
