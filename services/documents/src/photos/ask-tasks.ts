import { AppError } from '@app/chassis/http/errors.ts'
import { fetchFromService } from '@app/chassis/http/fetch-from-service.ts'
import { getQuota, Quota } from '@app/contracts/http/quotas.ts'
import { getTask, Task } from '@app/contracts/http/tasks.ts'
import * as Type from 'typebox'
import { Value } from 'typebox/value'

/** The values of a task that a delivery stores. */
const KnownTask = Type.Pick(Task, ['taskId', 'companyProfileId', 'title'])
type KnownTask = Type.Static<typeof KnownTask>

/** Requests something from `tasks` with the caller's token. Returns undefined if the caller may not see it, or if it does not exist. */
async function ask<T extends Type.TSchema>(url: URL, authorization: string, schema: T): Promise<Type.Static<T> | undefined> {
  try {
    const response = await fetchFromService(url, { headers: { authorization } })
    const body: unknown = await response.json()
    if (response.status === 404) return undefined
    if (!response.ok) throw new Error(`The service tasks responded with status ${response.status}`)
    if (!Value.Check(schema, body)) throw new Error('The service tasks responded with something else')
    return body
  } catch (cause) {
    throw new AppError('tasks-unavailable', 'unavailable', 'Photos cannot be sent at the moment. Please try again shortly.', {
      cause,
      retryAfter: 2,
    })
  }
}

/** Requests a task of the caller. */
export const askTask = (tasksUrl: string, authorization: string, taskId: number): Promise<KnownTask | undefined> =>
  ask(new URL(getTask.url.replace(':id', String(taskId)), tasksUrl), authorization, KnownTask)

/** Requests the quota of the caller's company. */
export const askQuota = (tasksUrl: string, authorization: string, companyId: string): Promise<Type.Static<typeof Quota> | undefined> =>
  ask(new URL(getQuota.url.replace(':companyProfileId', companyId), tasksUrl), authorization, Quota)
