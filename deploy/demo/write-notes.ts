import { addNoteReply, addPreviewNote, changePreviewNote, listPreviewNotes, type PreviewNote } from '@app/contracts/http/preview-notes.ts'
import { listPreviews, type Preview } from '@app/contracts/http/previews.ts'
import { type Client, must } from '../tests/support/client.ts'
import type { StoryNote } from './story/story.ts'

interface Writers {
  send: Client
  ownerToken: string
  adminToken: string
}

const tokenOf = ({ ownerToken, adminToken }: Writers, by: StoryNote['by']): string => (by === 'owner' ? ownerToken : adminToken)

/** Returns the notes on a task as an admin sees them. A demo task has fewer notes than a page of the list. */
const notesOf = ({ send, adminToken }: Writers, taskId: string): Promise<PreviewNote[]> =>
  must(send(listPreviewNotes.method, listPreviewNotes.url.replace(':id', taskId), { token: adminToken }))

/** Writes the replies of the story to a note. Skips replies that exist already. */
async function writeReplies(writers: Writers, note: PreviewNote, { replies = [] }: StoryNote): Promise<void> {
  const url = addNoteReply.url.replace(':noteId', note._id)
  for (const { by, body } of replies) {
    if (note.replies.some((reply) => reply.body === body)) continue
    await must(writers.send(addNoteReply.method, url, { token: tokenOf(writers, by), json: { body } }))
  }
}

/** Writes the notes of the story on the current preview of a task, with their replies. Skips notes and replies that exist already. */
export async function writeNotes(writers: Writers, taskId: string, notes: readonly StoryNote[]): Promise<void> {
  if (notes.length === 0) return
  const { send, adminToken } = writers
  const written = await notesOf(writers, taskId)
  const previews = await must(send<Preview[]>(listPreviews.method, listPreviews.url.replace(':id', taskId), { token: adminToken }))
  const previewId = previews.find(({ isCurrent }) => isCurrent)?._id
  const url = addPreviewNote.url.replace(':id', taskId)
  for (const note of notes) {
    const { by, body, place, isForTeam } = note
    const json = { previewId, body, ...place, ...(isForTeam && { visibility: 'team' }) }
    const found = written.find((other) => other.body === body)
    const stored = found ?? (await must(send<PreviewNote>(addPreviewNote.method, url, { token: tokenOf(writers, by), json })))
    await writeReplies(writers, stored, note)
  }
}

/** Marks the notes as done that are done in the story. */
export async function resolveNotes(writers: Writers, taskId: string, notes: readonly StoryNote[]): Promise<void> {
  const done = notes.filter(({ isDone }) => isDone).map(({ body }) => body)
  if (done.length === 0) return
  for (const note of await notesOf(writers, taskId)) {
    if (note.state !== 'open' || !done.includes(note.body)) continue
    const url = changePreviewNote.url.replace(':noteId', note._id)
    const json = { state: 'resolved', version: note.version }
    await must(writers.send(changePreviewNote.method, url, { token: writers.adminToken, json }))
  }
}
