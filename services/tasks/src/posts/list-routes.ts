import type { Readable } from 'node:stream'
import { companyOf } from '@app/chassis/companies/own-company.ts'
import type { App } from '@app/chassis/http/app.ts'
import { callerOf, readerOf } from '@app/chassis/http/auth.ts'
import { Moment, nextPage, readCursor } from '@app/chassis/http/paging.ts'
import { consumeLimit } from '@app/chassis/limits/limiter.ts'
import * as contract from '@app/contracts/http/posts.ts'
import { isCalendarDate } from '@app/contracts/rules/business-dates.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as Type from 'typebox'
import { managerIn } from '../board/manager-in.ts'
import type { TasksDeps } from '../deps.ts'
import { thumbnailUrlOf, urlOf } from '../tasks/task-row.ts'
import { postsCsv } from './export-posts.ts'
import { findPosts, type PostFilter, type PostKey, type PostRow, postKeyOf } from './post.repository.ts'
import { filesOfPosts } from './post-files.ts'
import { zipFiles } from './zip-files.ts'

/** Limit of ZIP files by one user. A ZIP file can read 2 GB from the file store. */
const ZIP_FILES = { count: 30, seconds: 3_600 }

const postKey = Type.Unsafe<PostKey>(
  Type.Tuple([
    Type.Refine(Type.String(), (day) => isCalendarDate(day)),
    Type.Refine(Moment, (at) => !Number.isNaN(Date.parse(at))),
    Type.Integer(),
  ]),
)

type OwnersQuery = Type.Static<typeof contract.exportPosts.schema.querystring>
type AdminsQuery = Type.Static<typeof contract.adminExportPosts.schema.querystring>
type Page = Type.Static<typeof contract.listPosts.schema.querystring>

/** Registers the routes that list and export what was posted. */
export function registerPostListRoutes(app: App, deps: TasksDeps): void {
  const { db, store } = deps

  async function ownersFilter(request: FastifyRequest, { month, platform, search }: OwnersQuery): Promise<PostFilter> {
    return { month, platform, search, companyId: (await companyOf(deps, readerOf(request))).id }
  }
  const adminsFilter = (request: FastifyRequest, { month, platform, search, companyProfileId }: AdminsQuery): PostFilter => ({
    month,
    platform,
    search,
    companyId: companyProfileId,
    managerId: managerIn(request),
  })

  const toPost = (post: PostRow): contract.PostedTask => ({
    ...post,
    doneTaskImage: urlOf(post.doneTaskImage, store.publicUrl),
    doneTaskThumbnail: thumbnailUrlOf(post.doneTaskThumbnail, store.publicUrl),
  })

  async function sendPage(request: FastifyRequest, reply: FastifyReply, filter: PostFilter, { limit, cursor }: Page) {
    const size = limit ?? contract.POSTS_PAGE_MAX
    const found = await findPosts(db, filter, readCursor(cursor, postKey), size + 1)
    return nextPage(request, reply, found, size, postKeyOf).map(toPost)
  }

  const sendFile = (reply: FastifyReply, type: string, { month }: PostFilter, ending: string, file: Readable): FastifyReply =>
    reply
      .type(type)
      .headers({
        'content-disposition': `attachment; filename="posts${month ? `-${month}` : ''}.${ending}"`,
        'cache-control': 'no-store',
      })
      .send(file)

  const sendCsv = async (reply: FastifyReply, filter: PostFilter): Promise<FastifyReply> =>
    sendFile(reply, 'text/csv; charset=utf-8', filter, 'csv', await postsCsv(db, filter))

  async function sendZip(request: FastifyRequest, reply: FastifyReply, filter: PostFilter): Promise<FastifyReply> {
    const files = await filesOfPosts(db, filter)
    await consumeLimit(db, { key: `post-files:${callerOf(request).id}`, limit: ZIP_FILES, now: new Date() })
    return sendFile(reply, 'application/zip', filter, 'zip', zipFiles(store, files))
  }

  app.route({
    ...contract.listPosts,
    handler: async (request, reply) => sendPage(request, reply, await ownersFilter(request, request.query), request.query),
  })
  app.route({
    ...contract.adminListPosts,
    handler: (request, reply) => sendPage(request, reply, adminsFilter(request, request.query), request.query),
  })

  app.route({
    ...contract.exportPosts,
    handler: async (request, reply) => sendCsv(reply, await ownersFilter(request, request.query)),
  })
  app.route({ ...contract.adminExportPosts, handler: async (request, reply) => sendCsv(reply, adminsFilter(request, request.query)) })

  // The answers to HEAD requests would read all files.
  app.route({
    ...contract.downloadPosts,
    exposeHeadRoute: false,
    handler: async (request, reply) => sendZip(request, reply as FastifyReply, await ownersFilter(request, request.query)),
  })
  app.route({
    ...contract.adminDownloadPosts,
    exposeHeadRoute: false,
    handler: async (request, reply) => sendZip(request, reply as FastifyReply, adminsFilter(request, request.query)),
  })
}
