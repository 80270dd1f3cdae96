import type { TaskEventData } from '../mail/templates/task-facts.ts'

/** The kinds of updates for admins, the most important first. Each kind is something that an admin has to do. */
export const taskUpdateKinds = ['referred-back', 'new', 'notes', 'approved'] as const
export type TaskUpdateKind = (typeof taskUpdateKinds)[number]

/** The data of an event that emails to admins show. */
export interface TaskUpdateFacts
  extends Pick<
    TaskEventData,
    | '_id'
    | 'taskId'
    | 'companyProfileId'
    | 'companyName'
    | 'ownerId'
    | 'title'
    | 'currentStatus'
    | 'targetPostingDate'
    | 'submissionForReview'
    | 'doneTaskImage'
  > {
  /** The owner's words about a referral. */
  feedback: string
  clientSuggestImage: string | null
  /** Whether a machine, such as a mail scanner, may have made the decision. */
  isUnconfirmed: boolean
  /** Number of open notes on the preview, for the kind `notes`. */
  openNotes: number
}

/** The data that only some events contain. */
type OptionalFact = 'feedback' | 'clientSuggestImage' | 'isUnconfirmed' | 'openNotes'

export type TaskUpdateEventData = Omit<TaskUpdateFacts, OptionalFact> & Partial<Pick<TaskUpdateFacts, OptionalFact>>

/** Returns the data of an event that emails to admins show, without the event's other data. */
export const taskUpdateFactsOf = (data: TaskUpdateEventData): TaskUpdateFacts => ({
  _id: data._id,
  taskId: data.taskId,
  companyProfileId: data.companyProfileId,
  companyName: data.companyName,
  ownerId: data.ownerId,
  title: data.title,
  currentStatus: data.currentStatus,
  targetPostingDate: data.targetPostingDate,
  submissionForReview: data.submissionForReview,
  doneTaskImage: data.doneTaskImage,
  feedback: data.feedback ?? '',
  clientSuggestImage: data.clientSuggestImage ?? null,
  isUnconfirmed: data.isUnconfirmed ?? false,
  openNotes: data.openNotes ?? 0,
})
