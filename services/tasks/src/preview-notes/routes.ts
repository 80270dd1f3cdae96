import type { App } from '@app/chassis/http/app.ts'
import { callerOf } from '@app/chassis/http/auth.ts'
import { nextPage, readCursor } from '@app/chassis/http/paging.ts'
import { idempotentRequestOf } from '@app/chassis/idempotency/plugin.ts'
import * as contract from '@app/contracts/http/preview-notes.ts'
import { Id } from '@app/contracts/primitives.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as Type from 'typebox'
import type { TasksDeps } from '../deps.ts'
import { addNoteReply, addReviewNoteReply } from './add-note-reply.ts'
import { addPreviewNote, addReviewNote } from './add-preview-note.ts'
import { changePreviewNote, changeReviewNote } from './change-preview-note.ts'
import { listPreviewNotes, listReviewNotes } from './list-preview-notes.ts'

const noteKey = Type.Tuple([Id])

interface Query {
  limit?: number
  cursor?: string
  previewId?: string
}

type ListPage = Parameters<typeof listReviewNotes>[2]

/** Sends a page of notes, with a `Link` header if there are more notes. `list` returns the notes after `page.after`. */
async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { limit = contract.PREVIEW_NOTE_PAGE_MAX, cursor, previewId }: Query,
  list: (page: ListPage) => Promise<contract.PreviewNote[]>,
): Promise<contract.PreviewNote[]> {
  const after = readCursor(cursor, noteKey)?.[0]
  const notes = await list({ limit: limit + 1, after, previewId })
  return nextPage(request, reply, notes, limit, ({ _id }) => [_id])
}

export function registerPreviewNoteRoutes(app: App, deps: TasksDeps): void {
  app.route({
    ...contract.listPreviewNotes,
    handler: (request, reply) =>
      sendPage(request, reply, request.query, (page) => listPreviewNotes(deps, callerOf(request), request.params.id, page)),
  })

  app.route({
    ...contract.addPreviewNote,
    handler: async (request, reply) => {
      const note = await addPreviewNote(deps, callerOf(request), request.params.id, request.body, idempotentRequestOf(request))
      return reply.code(201).send(note)
    },
  })

  app.route({
    ...contract.addNoteReply,
    handler: async (request, reply) => {
      const { params, body } = request
      return reply.code(201).send(await addNoteReply(deps, callerOf(request), params.noteId, body.body, idempotentRequestOf(request)))
    },
  })

  app.route({
    ...contract.changePreviewNote,
    handler: (request) => changePreviewNote(deps, callerOf(request), request.params.noteId, request.body, idempotentRequestOf(request)),
  })

  app.route({
    ...contract.listReviewNotes,
    handler: (request, reply) => sendPage(request, reply, request.query, (page) => listReviewNotes(deps, request.params.token, page)),
  })

  app.route({
    ...contract.addReviewNote,
    handler: async (request, reply) => {
      const { params, body } = request
      return reply.code(201).send(await addReviewNote(deps, params.token, body, idempotentRequestOf(request)))
    },
  })

  app.route({
    ...contract.addReviewNoteReply,
    handler: async (request, reply) => {
      const { params, body } = request
      return reply.code(201).send(await addReviewNoteReply(deps, params.token, params.noteId, body.body, idempotentRequestOf(request)))
    },
  })

  app.route({
    ...contract.changeReviewNote,
    handler: (request) => {
      const { params, body } = request
      return changeReviewNote(deps, params.token, params.noteId, body, idempotentRequestOf(request))
    },
  })
}
