import type { App } from '@app/chassis/http/app.ts'
import { readerOf } from '@app/chassis/http/auth.ts'
import { idempotentRequestOf } from '@app/chassis/idempotency/plugin.ts'
import { usePhoto as contract } from '@app/contracts/http/use-photo.ts'
import type { TasksDeps } from '../deps.ts'
import { usePhoto } from './use-photo.ts'

/** Registers the route with which admins use photos of owners in tasks. */
export function registerPhotoRoutes(app: App, deps: TasksDeps): void {
  app.route({
    ...contract,
    handler: (request) => usePhoto(deps, readerOf(request), request.params.id, request.body, idempotentRequestOf(request)),
  })
}
