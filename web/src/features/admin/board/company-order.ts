import type { CompanyLine, CompanySort, listBoardCompanies, TaskCard } from '@app/contracts/http/board.ts'
import type { CallInput } from '../../../shared/api/route-types.ts'
import { openOf, totalOf } from './counts.ts'
import { stripOrder } from './status-order.ts'

/** Which companies a list has, in which order, and with how many cards of each. */
export type CompanyFilter = Omit<NonNullable<CallInput<typeof listBoardCompanies>['query']>, 'limit' | 'cursor'>

type Compare = (a: CompanyLine, b: CompanyLine) => number

// Ids are in the order of their making.
const oldestFirst: Compare = (a, b) => (a._id < b._id ? -1 : 1)

const orders: Record<CompanySort, Compare> = {
  oldest: oldestFirst,
  newest: (a, b) => oldestFirst(b, a),
  name: (a, b) => a.companyName.localeCompare(b.companyName, 'en', { sensitivity: 'base' }) || oldestFirst(a, b),
  open: (a, b) => openOf(b.counts) - openOf(a.counts) || oldestFirst(b, a),
}

/** The order of a list. */
export const orderOf = ({ sort = 'oldest' }: CompanyFilter): Compare => orders[sort]

const isFound = ({ companyName, dba, industry, email, phone, city }: CompanyLine, search: string): boolean => {
  const text = [companyName, dba, industry, email, phone, city].join(' ').toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** Whether a company belongs to a list with this filter. */
export const matchesFilter = (line: CompanyLine, { withTasks, search }: CompanyFilter): boolean =>
  (!withTasks || totalOf(line.counts) > 0) && (!search || isFound(line, search))

/** A line with one of its cards as it is now; what it counts is asked for anew. */
export const withCard = (line: CompanyLine, card: TaskCard): CompanyLine => ({
  ...line,
  cards: line.cards
    .map((known) => (known._id === card._id ? card : known))
    .filter(({ currentStatus }) => currentStatus !== 'Posted')
    .sort(stripOrder),
})
