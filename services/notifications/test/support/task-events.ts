import type { TaskFact } from '@app/contracts/events/task-data.ts'
import type { RecipientKind } from '@app/contracts/rules/reviews.ts'
import type * as Type from 'typebox'

type Task = Type.Static<typeof TaskFact>

let lastTaskId = 40

/** Returns the fields that all events about a new task have. */
export function newTask(changes: Partial<Task> = {}): Task {
  lastTaskId += 1
  return {
    _id: crypto.randomUUID(),
    taskId: lastTaskId,
    companyProfileId: crypto.randomUUID(),
    companyName: 'Bakery',
    ownerId: crypto.randomUUID(),
    title: 'Winter bread',
    targetPostingDate: '2027-03-20',
    ...changes,
  }
}

export const newLink = (recipientKind: RecipientKind, recipientId: string) => ({ id: crypto.randomUUID(), recipientKind, recipientId })

/** Returns the fields of an event about a preview. */
export const previewData = () => ({ previewNo: 1, deliveredAt: new Date().toISOString(), previewId: crypto.randomUUID() })

/** Returns the fields of an event about a decision in the portal. */
export const decisionData = () => ({ previewNo: 1, channel: 'portal' as const, decisionId: crypto.randomUUID() })

/** Returns the fields of an event about a referral in the portal, with feedback. */
export const referralData = () => ({ ...decisionData(), hasFeedback: true, referralId: crypto.randomUUID() })
