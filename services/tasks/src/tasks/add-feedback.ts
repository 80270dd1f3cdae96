import type { Caller } from '@app/chassis/http/auth.ts'
import type { ReceivedForm } from '@app/chassis/http/receive-form.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import type { addFeedback as contract, Task } from '@app/contracts/http/tasks.ts'
import type { TasksDeps } from '../deps.ts'
import { giveFeedback, refuseFeedback } from './give-feedback.ts'

/** Refers the task back with the feedback and the picture of a form. */
export async function addFeedback(
  deps: TasksDeps,
  caller: Caller,
  ref: string,
  { fields, acceptFiles }: ReceivedForm<typeof contract>,
  idempotency: IdempotentRequest,
): Promise<Task> {
  const { feedback, doneTaskImageUrl, version } = fields
  const given = { feedback, doneTaskImageUrl, version: version === undefined ? undefined : Number(version) }
  await refuseFeedback(deps, caller, ref, given)
  const { clientSuggestImage: picture } = await acceptFiles()
  return giveFeedback(deps, caller, ref, { ...given, picture }, idempotency)
}
