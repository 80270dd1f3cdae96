import type { BoardTask, CompanyLine } from '@app/contracts/http/board.ts'
import type { CompanyProfile } from '@app/contracts/http/company.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { queryClient } from '../../../shared/api/query-client.tsx'
import type { LoadedList } from '../../../shared/api/use-growing-list.ts'
import { claimsOf, useAdminSession } from '../../../shared/stores/session.ts'
import * as companies from './company-order.ts'
import { withItem, withoutItem } from './list-items.ts'
import { COMPANY_LISTS, companyQuery, TASK_LISTS, taskQuery } from './queries.ts'
import * as tasks from './task-order.ts'

/** Applies `change` to every cached list, whether it is on the screen or not. The second argument is the filter of the list. */
function inLists<T, Filter>(lists: readonly string[], change: (list: LoadedList<T>, filter: Filter) => LoadedList<T>): void {
  for (const { queryKey } of queryClient.getQueryCache().findAll({ queryKey: lists })) {
    queryClient.setQueryData<LoadedList<T>>(queryKey, (list) => list && change(list, queryKey.at(-1) as Filter))
  }
}

/** Whether an item belongs to a list with this filter. If it is not known whether its account is confirmed, the item stays in its list. */
const belongsToAccounts = (unconfirmed: boolean | undefined, isUnconfirmed: boolean | undefined, isListed: boolean): boolean =>
  unconfirmed === undefined || (isUnconfirmed === undefined ? isListed || !unconfirmed : isUnconfirmed === unconfirmed)

/** Facts about a task that the task itself does not contain. */
interface TaskFacts {
  /** Whether the owner has not confirmed the email address. */
  isUnconfirmed?: boolean
  /** The time zone of the company. */
  timeZone?: string
  openFindings?: number
}

/**
 * Updates a task in the query cache: in every list that matches it, and in its panel. Facts that are not known, for example after a change
 * of the task, stay as they are in the list.
 */
export function cacheTask(task: Task, companyName: string, { isUnconfirmed, timeZone, openFindings }: TaskFacts = {}): void {
  queryClient.setQueryData(taskQuery(String(task.taskId)).queryKey, (known) => known && { ...known, task, companyName })
  inLists<BoardTask, tasks.TaskFilter>(TASK_LISTS, (list, filter) => {
    const listed = list.items.find(({ _id }) => _id === task._id)
    const card = tasks.toCard(task, companyName, timeZone ?? listed?.timeZone, openFindings ?? listed?.openFindings)
    // If the list contains the task, the server has found the task for the search text. The browser then does not repeat the search. The
    // server ignores accents, but the browser does not, so a search in the browser could wrongly remove the task.
    const isListed = listed !== undefined
    const search = isListed ? undefined : filter.search
    // The task does not contain its account manager. A task that is not in a list of the admin's own companies is added by a reload.
    const belongs = belongsToAccounts(filter.unconfirmed, isUnconfirmed, isListed) && (!filter.manager || isListed)
    return belongs && tasks.matchesFilter(card, { ...filter, search })
      ? withItem(list, card, tasks.orderOf(filter))
      : withoutItem(list, card._id)
  })
  inLists<CompanyLine, unknown>(COMPANY_LISTS, (list) => ({
    ...list,
    items: list.items.map((line) => {
      if (line._id !== task.companyProfileId) return line
      const listed = line.cards.find(({ _id }) => _id === task._id)
      return companies.withCard(line, tasks.toCard(task, companyName, undefined, openFindings ?? listed?.openFindings))
    }),
  }))
}

export function removeCachedTask(taskId: number): void {
  inLists<BoardTask, unknown>(TASK_LISTS, (list) => ({ ...list, items: list.items.filter((task) => task.taskId !== taskId) }))
  inLists<CompanyLine, unknown>(COMPANY_LISTS, (list) => ({
    ...list,
    items: list.items.map((line) => ({ ...line, cards: line.cards.filter((card) => card.taskId !== taskId) })),
  }))
}

/** Whether the signed-in admin is the account manager of a company. */
const isOwn = ({ managerId }: CompanyLine): boolean =>
  typeof managerId === 'string' && managerId === claimsOf(useAdminSession.getState().token)?.sub

/** Updates the account manager of companies in the query cache. */
export function cacheManager(companyIds: readonly string[], managerId: string | null): void {
  const changed = new Set(companyIds)
  const withManager = (line: CompanyLine): CompanyLine => (changed.has(line._id) ? { ...line, managerId } : line)
  for (const id of companyIds)
    queryClient.setQueryData(companyQuery(id).queryKey, (known) => known && { ...known, line: withManager(known.line) })
  inLists<CompanyLine, companies.CompanyFilter>(COMPANY_LISTS, (list, filter) => ({
    ...list,
    items: list.items.map(withManager).filter((line) => !filter.manager || isOwn(line)),
  }))
}

export function cacheCompany(company: CompanyProfile, line: CompanyLine): void {
  queryClient.setQueryData(companyQuery(line._id).queryKey, (known) => known && { ...known, company, line })
  inLists<CompanyLine, companies.CompanyFilter>(COMPANY_LISTS, (list, filter) => {
    const shown = { ...line, cards: line.cards.slice(0, filter.cards ?? 0) }
    const isListed = list.items.some(({ _id }) => _id === line._id)
    const search = isListed ? undefined : filter.search
    const isManaged = !filter.manager || isOwn(line)
    const belongs = belongsToAccounts(filter.unconfirmed, line.isUnconfirmed, isListed) && isManaged
    return belongs && companies.matchesFilter(line, { ...filter, search })
      ? withItem(list, shown, companies.orderOf(filter))
      : withoutItem(list, line._id)
  })
}

export const removeCachedCompany = (id: string): void => inLists<CompanyLine, unknown>(COMPANY_LISTS, (list) => withoutItem(list, id))
