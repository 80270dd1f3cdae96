import type { App } from '@app/chassis/http/app.ts'
import { callerOf } from '@app/chassis/http/auth.ts'
import { seenVersionOf } from '@app/chassis/http/if-match.ts'
import { idempotentRequestOf } from '@app/chassis/idempotency/plugin.ts'
import { changePost as changePostContract } from '@app/contracts/http/post-links.ts'
import { downloadPostingFiles, getPostingKit as getPostingKitContract } from '@app/contracts/http/posting-kit.ts'
import type { FastifyReply } from 'fastify'
import type { TasksDeps } from '../deps.ts'
import { changePost } from './change-post.ts'
import { getPostingKit } from './get-posting-kit.ts'
import { approvedVersion } from './kit-files.ts'
import { registerPostListRoutes } from './list-routes.ts'
import { zipFiles } from './zip-files.ts'

/** Registers the routes about what happens when and after a task is posted. */
export function registerPostRoutes(app: App, deps: TasksDeps): void {
  registerPostListRoutes(app, deps)

  app.route({
    ...changePostContract,
    handler: (request) => {
      const seen = { ref: request.params.id, version: seenVersionOf(request) }
      return changePost(deps, callerOf(request), seen, request.body, idempotentRequestOf(request))
    },
  })

  app.route({ ...getPostingKitContract, handler: (request) => getPostingKit(deps, request.params.id) })

  app.route({
    ...downloadPostingFiles,
    // The answer to a HEAD request would read all files.
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { task, files } = await approvedVersion(deps, request.params.id)
      return (reply as FastifyReply)
        .type('application/zip')
        .headers({ 'content-disposition': `attachment; filename="task-${task.taskId}.zip"`, 'cache-control': 'no-store' })
        .send(zipFiles(deps.store, files))
    },
  })
}
