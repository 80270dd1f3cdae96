import type { Caller } from '@app/chassis/http/auth.ts'
import type { ReceivedForm } from '@app/chassis/http/receive-form.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import type { addFeedback as contract, Task } from '@app/contracts/http/tasks.ts'
import type { TasksDeps } from '../deps.ts'
import { giveFeedback } from './give-feedback.ts'

/** Refers the task back with the feedback and the picture of a form. */
export function addFeedback(
  deps: TasksDeps,
  caller: Caller,
  ref: string,
  { fields, files }: ReceivedForm<typeof contract>,
  idempotency: IdempotentRequest,
): Promise<Task> {
  const { feedback, doneTaskImageUrl, version } = fields
  const picture = files.clientSuggestImage?.key
  const given = { feedback, doneTaskImageUrl, picture, version: version === undefined ? undefined : Number(version) }
  return giveFeedback(deps, caller, ref, given, idempotency)
}
