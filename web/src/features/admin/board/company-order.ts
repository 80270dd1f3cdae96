import { splitPhone } from '@app/contracts/format/phone-search.ts'
import type { CompanyLine, CompanySort, listBoardCompanies, TaskCard } from '@app/contracts/http/board.ts'
import type { CallInput } from '../../../shared/api/route-types.ts'
import { openOf, totalOf } from './counts.ts'
import { stripOrder } from './status-order.ts'

/** Query parameters of a company list except the paging: filter, sort order and number of task cards per company. */
export type CompanyFilter = Omit<NonNullable<CallInput<typeof listBoardCompanies>['query']>, 'limit' | 'cursor'>

type Compare = (a: CompanyLine, b: CompanyLine) => number

// Ids are ordered by creation time.
const oldestFirst: Compare = (a, b) => (a._id < b._id ? -1 : 1)

const mostFirst =
  (countOf: (line: CompanyLine) => number): Compare =>
  (a, b) =>
    countOf(b) - countOf(a) || oldestFirst(b, a)

/** Compares dates as texts. The formats of the API (YYYY-MM-DD and ISO 8601 in UTC) have the same order as text and as time. */
const compareText = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)

const orders: Record<CompanySort, Compare> = {
  oldest: oldestFirst,
  newest: (a, b) => oldestFirst(b, a),
  name: (a, b) => a.companyName.localeCompare(b.companyName, 'en', { sensitivity: 'base' }) || oldestFirst(a, b),
  open: mostFirst(({ counts }) => openOf(counts)),
  owed: mostFirst(({ previewsOwed }) => previewsOwed),
  'with-client': mostFirst(({ withClient }) => withClient),
  'to-launch': mostFirst(({ counts }) => counts.Approved),
  'next-posting': (a, b) => compareText(a.nextPostingDate ?? 'none', b.nextPostingDate ?? 'none') || oldestFirst(a, b),
  'signed-in': (a, b) => compareText(b.lastSignedInAt ?? '', a.lastSignedInAt ?? '') || oldestFirst(b, a),
}

export function orderOf({ sort = 'oldest', reverse = false }: CompanyFilter): Compare {
  const compare = orders[sort]
  return reverse ? (a, b) => compare(b, a) : compare
}

const isFound = ({ companyName, dba, industry, email, phone, city }: CompanyLine, search: string): boolean => {
  const text = [companyName, dba, industry, email, phone, city].join(' ').toLowerCase()
  return splitPhone(search)
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

export const matchesFilter = (line: CompanyLine, { withTasks, search }: CompanyFilter): boolean =>
  (!withTasks || totalOf(line.counts) > 0) && (!search || isFound(line, search))

/** Returns a company with one of its task cards replaced. The task counts are not changed; they are loaded separately. */
export const withCard = (line: CompanyLine, card: TaskCard): CompanyLine => ({
  ...line,
  cards: line.cards
    .map((known) => (known._id === card._id ? card : known))
    .filter(({ currentStatus }) => currentStatus !== 'Posted')
    .sort(stripOrder),
})
