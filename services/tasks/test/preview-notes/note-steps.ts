import { png } from '@app/chassis/testing/pictures.ts'
import type { PreviewNote } from '@app/contracts/http/preview-notes.ts'
import type { Preview } from '@app/contracts/http/previews.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { admin, onDraft, type Person, previewsOf, type setUp, upload } from '../setup.ts'

type Service = Awaited<ReturnType<typeof setUp>>
type Headers = Pick<Person, 'headers'>

/** A note on a point of the first picture. */
export const onPicture = { filePosition: 1, x: 0.25, y: 0.75 }

/** Functions that write and read notes as admins, owners and recipients of review links do. */
export function noteSteps({ app }: Service) {
  const post = (url: string, payload: object, headers: Record<string, string> = {}) => app.inject({ method: 'POST', url, payload, headers })
  const put = (url: string, payload: object, headers: Record<string, string> = {}) => app.inject({ method: 'PUT', url, payload, headers })

  const noted = async (response: ReturnType<typeof post>): Promise<PreviewNote> => {
    const { statusCode, body } = await response
    if (statusCode !== 201) throw new Error(`The note was not stored: ${body}`)
    return JSON.parse(body)
  }
  const add = ({ headers }: Headers, { _id }: Pick<Task, '_id'>, note: object) => post(`/task/${_id}/preview-notes`, note, headers)
  const addBy = (token: string, note: object) => post(`/review/${token}/preview-notes`, note)

  return {
    add,
    addBy,
    /** Adds a note, which must succeed, and returns it. */
    written: (caller: Headers, task: Pick<Task, '_id'>, previewId: string, note: object = {}): Promise<PreviewNote> =>
      noted(add(caller, task, { previewId, body: 'Warmer', ...note })),
    writtenBy: (token: string, previewId: string, note: object = {}): Promise<PreviewNote> =>
      noted(addBy(token, { previewId, body: 'Warmer', ...note })),
    list: ({ headers }: Headers, { _id }: Pick<Task, '_id'>, query = '') =>
      app.inject({ url: `/task/${_id}/preview-notes${query}`, headers }),
    listBy: (token: string, query = '') => app.inject({ url: `/review/${token}/preview-notes${query}` }),
    async listed({ headers }: Headers, { _id }: Pick<Task, '_id'>, query = ''): Promise<PreviewNote[]> {
      return (await app.inject({ url: `/task/${_id}/preview-notes${query}`, headers })).json()
    },
    reply: ({ headers }: Headers, noteId: string, body: string) => post(`/preview-notes/${noteId}/replies`, { body }, headers),
    replyBy: (token: string, noteId: string, body: string) => post(`/review/${token}/preview-notes/${noteId}/replies`, { body }),
    change: ({ headers }: Headers, noteId: string, state: string, version: number) =>
      put(`/preview-notes/${noteId}`, { state, version }, headers),
    changeBy: (token: string, noteId: string, state: string, version: number) =>
      put(`/review/${token}/preview-notes/${noteId}`, { state, version }),
    /** Returns the delivered preview with this number. */
    async preview(caller: Person, { _id }: Pick<Task, '_id'>, number = 1): Promise<Preview> {
      const found = (await previewsOf(app, caller, _id)).find((preview) => preview.number === number)
      if (!found) throw new Error(`There is no preview ${number}`)
      return found
    },
    /** Saves a draft. */
    async draft({ _id }: Pick<Task, '_id'>): Promise<Preview> {
      return (await upload(app, _id, { file1: png() }, { deliver: 'false' })).json().preview
    },
    deliverDraft: (id: string) => onDraft(app, admin, id, 'deliver'),
  }
}
