import type { App } from '@app/chassis/http/app.ts'
import { callerOf } from '@app/chassis/http/auth.ts'
import { nextPage, readCursor } from '@app/chassis/http/paging.ts'
import * as contract from '@app/contracts/http/notes.ts'
import { Id } from '@app/contracts/primitives.ts'
import * as Type from 'typebox'
import type { TasksDeps } from '../deps.ts'
import { requireTask } from '../tasks/with-locked-task.ts'
import { findNotes } from './note.repository.ts'

const noteKey = Type.Tuple([Id])

export function registerNoteRoutes(app: App, deps: TasksDeps): void {
  app.route({
    ...contract.listNotes,
    handler: async (request, reply) => {
      const { limit = contract.NOTE_PAGE_MAX, cursor } = request.query
      const before = readCursor(cursor, noteKey)?.[0]
      const task = await requireTask(deps, callerOf(request), request.params.id)
      const notes = await findNotes(deps.db, task._id, { limit: limit + 1, before })
      return nextPage(request, reply, notes, limit, ({ _id }) => [_id])
    },
  })
}
