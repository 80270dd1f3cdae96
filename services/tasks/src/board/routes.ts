import { companyNotFound } from '@app/chassis/companies/own-company.ts'
import type { App } from '@app/chassis/http/app.ts'
import { Int4, nextPage, readCursor } from '@app/chassis/http/paging.ts'
import { splitPhone } from '@app/contracts/format/phone-search.ts'
import type { CompanyLine } from '@app/contracts/http/board.ts'
import * as contract from '@app/contracts/http/board.ts'
import { searchBoard as searchContract } from '@app/contracts/http/board-search.ts'
import type { CompanyProfile } from '@app/contracts/http/company.ts'
import { getMonday as mondayContract } from '@app/contracts/http/monday.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { listWaitingPreviews } from '@app/contracts/http/waiting.ts'
import { Id } from '@app/contracts/primitives.ts'
import * as Type from 'typebox'
import type { TasksDeps } from '../deps.ts'
import { requiresCheck } from '../previews/company-setting.repository.ts'
import { findNamedTask } from '../tasks/task.repository.ts'
import { toTask } from '../tasks/task-row.ts'
import { taskNotFound } from '../tasks/with-locked-task.ts'
import { findLine, selectLines } from './company-line.repository.ts'
import { toCompanyLines } from './company-line.ts'
import { countBoard } from './count-board.ts'
import { getMonday } from './get-monday.ts'
import { cardsOf, keysOfBoardTasks } from './list-board-tasks.ts'
import { keysOfWaiting, waitingOf } from './list-waiting.ts'
import { managerIn } from './manager-in.ts'
import { patternsOf } from './search.ts'
import { searchBoard } from './search-board.ts'
import { orders } from './task-order.ts'

interface BoardCompany {
  company: CompanyProfile
  line: CompanyLine
  requiresCheck: boolean
  ownerEmail: string | null
  ownerId: string
}

async function getBoardCompany(deps: TasksDeps, id: string, cards: number): Promise<BoardCompany> {
  const row = await findLine(deps.db, id)
  if (!row) throw companyNotFound()
  const [line] = await toCompanyLines(deps, [row], cards)
  if (!line) throw new Error('toCompanyLines returned no line')
  const { profile: company, ownerEmail, ownerId } = row
  return { company, line, requiresCheck: await requiresCheck(deps.db, id), ownerEmail, ownerId }
}

interface BoardTask {
  task: Task
  companyName: string
  timeZone: string
  isUnconfirmed: boolean
  openFindings: number
}

async function getBoardTask({ db, store }: TasksDeps, ref: string): Promise<BoardTask> {
  const row = await findNamedTask(db, ref)
  if (!row) throw taskNotFound()
  const { companyName, timeZone, isUnconfirmed, openFindings } = row
  return { task: toTask(row, store.publicUrl), companyName, timeZone, isUnconfirmed, openFindings }
}

const lineKey = Type.Tuple([Id, Int4])

export function registerBoardRoutes(app: App, deps: TasksDeps): void {
  app.route({ ...contract.countBoard, handler: (request) => countBoard(deps, managerIn(request)) })

  app.route({ ...mondayContract, handler: (request) => getMonday(deps, managerIn(request)) })

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
        managerId: managerIn(request),
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
      const { limit = contract.BOARD_TASKS_MAX, cursor, sort = 'board', manager: _, ...query } = request.query
      const after = readCursor(cursor, orders[sort].cursor)
      const keys = await keysOfBoardTasks(deps, { ...query, sort, managerId: managerIn(request) }, after, limit + 1)
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
      const { limit = contract.BOARD_TASKS_MAX, cursor, reach, search } = request.query
      const query = { reach, search, managerId: managerIn(request) }
      const keys = await keysOfWaiting(deps, query, readCursor(cursor, orders.due.cursor), limit + 1)
      return waitingOf(
        deps,
        nextPage(request, reply, keys, limit, (key) => key),
      )
    },
  })

  app.route({ ...searchContract, handler: (request) => searchBoard(deps, request.query.search, managerIn(request)) })

  app.route({ ...contract.getBoardTask, handler: ({ params }) => getBoardTask(deps, params.id) })
}
