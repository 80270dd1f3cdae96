import { createHash } from 'node:crypto'
import { ownCompany } from '@app/chassis/companies/own-company.ts'
import type { App } from '@app/chassis/http/app.ts'
import { readerOf } from '@app/chassis/http/auth.ts'
import { isNotModified } from '@app/chassis/http/not-modified.ts'
import { nextPage, readCursor } from '@app/chassis/http/paging.ts'
import { idempotentRequestOf } from '@app/chassis/idempotency/plugin.ts'
import * as contract from '@app/contracts/http/calendar.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as Type from 'typebox'
import { cardsOf } from '../board/list-board-tasks.ts'
import { managerIn } from '../board/manager-in.ts'
import type { TasksDeps } from '../deps.ts'
import { getBoardCalendar } from './board-calendar.ts'
import { selectTaskIdsOfDay } from './calendar-task.repository.ts'
import { endCalendarFeed, getCalendarFeed, renewCalendarFeed } from './feed-settings.ts'
import { checkedDay, checkedPeriod } from './period.ts'
import { plannedDatesOf } from './planned-dates.ts'
import { readCalendarFeed } from './read-feed.ts'

const taskKey = Type.Tuple([Type.Integer()])

export function registerCalendarRoutes(app: App, deps: TasksDeps): void {
  app.route({
    ...contract.listPlannedDates,
    handler: async (request) => {
      const period = checkedPeriod(request.query)
      const { id } = await ownCompany(deps, readerOf(request), request.params.companyProfileId)
      return plannedDatesOf(deps, period, { companyId: id })
    },
  })

  app.route({
    ...contract.getBoardCalendar,
    handler: (request) =>
      getBoardCalendar(deps, checkedPeriod(request.query), {
        companyId: request.query.companyProfileId,
        managerId: managerIn(request),
      }),
  })

  app.route({
    ...contract.listBoardDay,
    handler: async (request, reply) => {
      const { limit = contract.CALENDAR_PAGE_MAX, cursor, companyProfileId: companyId } = request.query
      const date = checkedDay('date', request.params.date)
      const [after = 0] = readCursor(cursor, taskKey) ?? []
      const ids = await selectTaskIdsOfDay(deps.db, { date, companyId, managerId: managerIn(request), after, limit: limit + 1 })
      return cardsOf(
        deps,
        nextPage(request, reply, ids, limit, (id) => [id]),
      )
    },
  })

  app.route({
    ...contract.getCalendarFeed,
    handler: (request) => getCalendarFeed(deps, readerOf(request), request.params.companyProfileId),
  })

  app.route({
    ...contract.renewCalendarFeed,
    handler: (request) => renewCalendarFeed(deps, readerOf(request), request.params.companyProfileId, idempotentRequestOf(request)),
  })

  app.route({
    ...contract.endCalendarFeed,
    handler: (request) => endCalendarFeed(deps, readerOf(request), request.params.companyProfileId, idempotentRequestOf(request)),
  })

  app.route({
    ...contract.readCalendarFeed,
    handler: async (request, reply) => sendCalendarFeed(request, reply, await readCalendarFeed(deps, request.params.token)),
  })
}

/** The ETag of a feed is weak, because compressed responses have the same ETag. */
const etagOf = (feed: string): string => `W/"${createHash('sha256').update(feed).digest('base64url')}"`

/** Sends a calendar feed, or 304 if the client has the current feed. */
function sendCalendarFeed(request: FastifyRequest, reply: FastifyReply, feed: string): FastifyReply {
  if (isNotModified(request, reply, etagOf(feed))) return reply.code(304).send()
  return reply.type('text/calendar; charset=utf-8').header('content-disposition', 'inline; filename="calendar.ics"').send(Buffer.from(feed))
}
