import * as Type from 'typebox'
import { companyFacts, Id, nullableText, oneOf } from '../primitives.ts'
import { recipientKinds } from '../rules/reviews.ts'

/** Common data of the events about a task. Lists of notifications show its title and its company. */
export const fact = {
  _id: Id,
  taskId: Type.Integer(),
  ...companyFacts,
  title: Type.String(),
  /** The date of the task (`calendarDateOf`). */
  targetPostingDate: nullableText('YYYY-MM-DD'),
}

/** The data of an event about a task that says nothing else. */
export const TaskFact = Type.Object(fact)

/** A review link of a preview, with its recipient. Events contain no tokens. */
export const ReviewLink = Type.Object({ id: Id, recipientKind: oneOf(recipientKinds), recipientId: Id })
