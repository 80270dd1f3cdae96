import type { App } from '@app/chassis/http/app.ts'
import { callerOf } from '@app/chassis/http/auth.ts'
import { nextPage, readCursor } from '@app/chassis/http/paging.ts'
import { idempotentRequestOf } from '@app/chassis/idempotency/plugin.ts'
import * as contract from '@app/contracts/http/notes.ts'
import { Id } from '@app/contracts/primitives.ts'
import * as Type from 'typebox'
import type { TasksDeps } from '../deps.ts'
import { participantOf, sideOf } from '../preview-notes/participant.ts'
import { requireTask } from '../tasks/with-locked-task.ts'
import { markSeen } from './mark-seen.ts'
import { findNotes } from './note.repository.ts'
import { writeNote } from './write-note.ts'

const noteKey = Type.Tuple([Id])

export function registerNoteRoutes(app: App, deps: TasksDeps): void {
  app.route({
    ...contract.listNotes,
    handler: async (request, reply) => {
      const { limit = contract.NOTE_PAGE_MAX, cursor } = request.query
      const before = readCursor(cursor, noteKey)?.[0]
      const caller = callerOf(request)
      const task = await requireTask(deps, caller, request.params.id)
      const notes = await findNotes(deps.db, task._id, sideOf(participantOf(caller)), { limit: limit + 1, before })
      return nextPage(request, reply, notes, limit, ({ _id }) => [_id])
    },
  })

  app.route({
    ...contract.writeNote,
    handler: async (request, reply) => {
      const { params, body } = request
      return reply.code(201).send(await writeNote(deps, callerOf(request), params.id, body.text, idempotentRequestOf(request)))
    },
  })

  app.route({
    ...contract.markNotesSeen,
    handler: async (request) => {
      await markSeen(deps, callerOf(request), request.params.id, request.body.noteId)
      return { success: true } as const
    },
  })
}
