import type { App } from '@app/chassis/http/app.ts'
import { Int4, nextPage, readCursor } from '@app/chassis/http/paging.ts'
import { splitPhone } from '@app/contracts/format/phone-search.ts'
import * as contract from '@app/contracts/http/board.ts'
import { searchBoard as searchContract } from '@app/contracts/http/board-search.ts'
import { listWaitingPreviews } from '@app/contracts/http/waiting.ts'
import { Id } from '@app/contracts/primitives.ts'
import * as Type from 'typebox'
import type { TasksDeps } from '../deps.ts'
import { selectLines } from './company-line.repository.ts'
import { toCompanyLines } from './company-line.ts'
import { countBoard } from './count-board.ts'
import { getBoardCompany } from './get-board-company.ts'
import { getBoardTask } from './get-board-task.ts'
import { cardsOf, keysOfBoardTasks } from './list-board-tasks.ts'
import { keysOfWaiting, waitingOf } from './list-waiting.ts'
import { patternsOf } from './search.ts'
import { searchBoard } from './search-board.ts'
import { orders } from './task-order.ts'

const lineKey = Type.Tuple([Id, Int4])

export function registerBoardRoutes(app: App, deps: TasksDeps): void {
  app.route({ ...contract.countBoard, handler: () => countBoard(deps) })

  app.route({
    ...contract.listBoardCompanies,
    handler: async (request, reply) => {
      const {
        limit = contract.BOARD_COMPANIES_MAX,
        cursor,
        search,
        sort = 'oldest',
        reverse = false,
        withTasks = false,
        cards = 0,
        unconfirmed,
      } = request.query
      const after = readCursor(cursor, lineKey)
      const rows = await selectLines(deps.db, {
        sort,
        isReversed: reverse,
        after,
        limit: limit + 1,
        patterns: patternsOf(search && splitPhone(search)),
        withTasks,
        unconfirmed,
      })
      const page = nextPage(request, reply, rows, limit, ({ _id, sortValue }) => [_id, sortValue])
      return toCompanyLines(deps, page, cards)
    },
  })

  app.route({
    ...contract.getBoardCompany,
    handler: ({ params, query }) => getBoardCompany(deps, params.companyProfileId, query.cards ?? 0),
  })

  app.route({
    ...contract.listBoardTasks,
    handler: async (request, reply) => {
      const { limit = contract.BOARD_TASKS_MAX, cursor, sort = 'board', ...query } = request.query
      const after = readCursor(cursor, orders[sort].cursor)
      const keys = await keysOfBoardTasks(deps, { ...query, sort }, after, limit + 1)
      const page = nextPage(request, reply, keys, limit, (key) => key)
      return cardsOf(
        deps,
        page.map(([, taskId]) => taskId),
      )
    },
  })

  app.route({
    ...listWaitingPreviews,
    handler: async (request, reply) => {
      const { limit = contract.BOARD_TASKS_MAX, cursor, ...query } = request.query
      const keys = await keysOfWaiting(deps, query, readCursor(cursor, orders.due.cursor), limit + 1)
      return waitingOf(
        deps,
        nextPage(request, reply, keys, limit, (key) => key),
      )
    },
  })

  app.route({ ...searchContract, handler: ({ query }) => searchBoard(deps, query.search) })

  app.route({ ...contract.getBoardTask, handler: ({ params }) => getBoardTask(deps, params.id) })
}
