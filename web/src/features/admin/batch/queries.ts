import { BOARD_COMPANIES_MAX, type CompanyLine, listBoardCompanies } from '@app/contracts/http/board.ts'
import { listTaskBatches } from '@app/contracts/http/task-batches.ts'
import { BATCH_COMPANIES_MAX } from '@app/contracts/rules/task-batches.ts'
import { queryOptions } from '@tanstack/react-query'
import { adminCall, adminCallPage } from '../../../shared/api/call.ts'
import { inPages, type LoadedList, useGrowingList } from '../../../shared/api/use-growing-list.ts'
import { BOARD } from '../board/queries.ts'

export const BATCHES = [BOARD, 'batches'] as const

export const batchesQuery = queryOptions({
  queryKey: BATCHES,
  queryFn: ({ signal }) => adminCall(listTaskBatches, { signal }),
  staleTime: 0,
})

export interface CompanyChoice {
  search: string | undefined
  /** Only companies whose account manager is the admin. */
  manager: 'me' | undefined
}

const AT_ONCE = 50

const pages =
  (choice: CompanyChoice) =>
  ({ signal, ...page }: { limit: number; cursor?: string; signal?: AbortSignal }) =>
    adminCallPage(listBoardCompanies, { query: { ...choice, sort: 'name' as const, ...page }, signal })

/** Loads the companies that can be chosen, by name. Live events don't change this list, because it knows no account managers. */
export const useChoosable = (choice: CompanyChoice) =>
  useGrowingList<CompanyLine>({
    queryKey: [BOARD, 'choosable', choice],
    load: pages(choice),
    keyOf: ({ _id }) => _id,
    step: AT_ONCE,
    most: BOARD_COMPANIES_MAX,
  })

/** Loads all companies of a choice, at most as many as a batch may have. `next` is defined if there are more. */
export const loadAll = (choice: CompanyChoice): Promise<LoadedList<CompanyLine>> =>
  inPages(pages(choice), BATCH_COMPANIES_MAX, BOARD_COMPANIES_MAX, undefined)
