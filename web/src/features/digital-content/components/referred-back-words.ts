import { brand } from '@app/contracts/brand.ts'
import type { Task } from '@app/contracts/http/tasks.ts'

/** Returns the sentence about a task that was referred back. A machine may have sent feedback that is unconfirmed. */
export const referredBackWords = ({ rollbackFeedback }: Pick<Task, 'rollbackFeedback'>): string =>
  rollbackFeedback.at(-1)?.isUnconfirmed
    ? `Feedback came through the link in your email, but an email program may have sent it. If it wasn’t you, please write to ${brand.email}.`
    : 'You referred this back. A new preview is on its way.'
