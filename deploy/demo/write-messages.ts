import { listNotes, type TaskNote, writeNote } from '@app/contracts/http/notes.ts'
import { must } from '../tests/support/client.ts'
import type { Cast } from './cast.ts'
import type { StoryMessage } from './story/story.ts'

/** Writes the messages of the story on a task. Skips those that exist already. */
export async function writeMessages(
  { send, ownerToken, adminToken }: Cast,
  taskId: string,
  messages: readonly StoryMessage[],
): Promise<void> {
  if (messages.length === 0) return
  const written = await must(send<TaskNote[]>(listNotes.method, listNotes.url.replace(':id', taskId), { token: adminToken }))
  for (const { by, text } of messages) {
    if (written.some((note) => note.text === text)) continue
    const token = by === 'owner' ? ownerToken : adminToken
    await must(send(writeNote.method, writeNote.url.replace(':id', taskId), { token, json: { text } }))
  }
}
