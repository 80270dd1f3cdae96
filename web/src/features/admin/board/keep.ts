import type { BoardTask, CompanyLine } from '@app/contracts/http/board.ts'
import type { CompanyProfile } from '@app/contracts/http/company.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { queryClient } from '../../../shared/api/query-client.tsx'
import type { Grown } from '../../../shared/api/use-growing-list.ts'
import * as companies from './company-order.ts'
import { placed, without } from './placed.ts'
import { COMPANY_LISTS, companyQuery, TASK_LISTS, taskQuery } from './queries.ts'
import * as tasks from './task-order.ts'

/** Changes each list there is, shown or remembered, by what it was asked for. */
function inLists<T, Filter>(lists: readonly string[], change: (list: Grown<T>, filter: Filter) => Grown<T>): void {
  for (const { queryKey } of queryClient.getQueryCache().findAll({ queryKey: lists })) {
    queryClient.setQueryData<Grown<T>>(queryKey, (list) => list && change(list, queryKey.at(-1) as Filter))
  }
}

/** Puts a task as it is now wherever it is shown: into the lists by its status and their order, and into its panel. */
export function keepTask(task: Task, companyName: string): void {
  const card = tasks.cardOf(task, companyName)
  queryClient.setQueryData(taskQuery(String(task.taskId)).queryKey, (known) => known && { task, companyName })
  inLists<BoardTask, tasks.TaskFilter>(TASK_LISTS, (list, filter) => {
    // The server has found it: it searches better than we do.
    const search = list.items.some(({ _id }) => _id === card._id) ? undefined : filter.search
    return tasks.belongs(card, { ...filter, search }) ? placed(list, card, tasks.orderOf(filter)) : without(list, card._id)
  })
  inLists<CompanyLine, unknown>(COMPANY_LISTS, (list) => ({
    ...list,
    items: list.items.map((line) => (line._id === task.companyProfileId ? companies.withCard(line, card) : line)),
  }))
}

/** Takes a task out that is no longer there. */
export function dropTask(taskId: number): void {
  inLists<BoardTask, unknown>(TASK_LISTS, (list) => ({ ...list, items: list.items.filter((task) => task.taskId !== taskId) }))
  inLists<CompanyLine, unknown>(COMPANY_LISTS, (list) => ({
    ...list,
    items: list.items.map((line) => ({ ...line, cards: line.cards.filter((card) => card.taskId !== taskId) })),
  }))
}

/** Puts a company as it is now wherever it is shown. */
export function keepCompany(company: CompanyProfile, line: CompanyLine): void {
  queryClient.setQueryData(companyQuery(line._id).queryKey, (known) => known && { company, line })
  inLists<CompanyLine, companies.CompanyFilter>(COMPANY_LISTS, (list, filter) => {
    const shown = { ...line, cards: line.cards.slice(0, filter.cards ?? 0) }
    const search = list.items.some(({ _id }) => _id === line._id) ? undefined : filter.search
    return companies.belongs(line, { ...filter, search }) ? placed(list, shown, companies.orderOf(filter)) : without(list, line._id)
  })
}

/** Takes a company out that is no longer there. */
export const dropCompany = (id: string): void => inLists<CompanyLine, unknown>(COMPANY_LISTS, (list) => without(list, id))
