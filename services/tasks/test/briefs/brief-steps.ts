import type { App } from '@app/chassis/http/app.ts'
import { multipart } from '@app/chassis/testing/multipart.ts'
import type { BriefState } from '@app/contracts/http/task-changes.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { IF_MATCH, ifMatchOf } from '@app/contracts/rules/versions.ts'
import { create, type Person, taskFields } from '../setup.ts'

type Seen = Pick<Task, '_id' | 'version'>
type Files = Parameters<typeof multipart>[1]

/** Edits the version of a task that the caller has seen. */
export async function edit(app: App, caller: Person, { _id, version }: Seen, fields: Record<string, string>, files: Files = {}) {
  const { payload, headers } = await multipart(fields, files)
  return app.inject({
    method: 'PUT',
    url: `/task/edit-task/${_id}`,
    payload,
    headers: { ...headers, ...caller.headers, [IF_MATCH]: ifMatchOf(version) },
  })
}

/** Moves the version of a task that the caller has seen. */
export const moveTo = (app: App, caller: Person, { _id, version }: Seen, targetPostingDate: string, options: object = {}) =>
  app.inject({
    method: 'PUT',
    url: `/task/move-task/${_id}`,
    payload: { targetPostingDate, ...options },
    headers: { ...caller.headers, [IF_MATCH]: ifMatchOf(version) },
  })

export const historyOf = async (app: App, caller: Person, { _id }: Pick<Task, '_id'>, query = ''): Promise<BriefState[]> =>
  (await app.inject({ url: `/task/brief-history/${_id}${query}`, headers: caller.headers })).json()

/** Creates a task that does not repeat. */
export async function assigned(app: App, owner: Person & { company: { _id: string } }, fields = {}, files: Files = {}): Promise<Task> {
  const response = await create(app, owner, taskFields(owner.company._id, fields), files as never)
  if (response.statusCode !== 201) throw new Error(response.body)
  return response.json()
}
