import type { TaskEventData } from '../mail/templates/task-facts.ts'

/** The kinds of news for admins, the most important first. Each kind is something that an admin has to do. */
export const newsKinds = ['referred-back', 'new', 'approved'] as const
export type NewsKind = (typeof newsKinds)[number]

/** The data of an event that emails to admins show. */
export interface NewsFacts
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
}

type NewsEventData = Omit<NewsFacts, 'feedback' | 'clientSuggestImage' | 'isUnconfirmed'> &
  Partial<Pick<NewsFacts, 'feedback' | 'clientSuggestImage' | 'isUnconfirmed'>>

/** Returns the data of an event that emails to admins show, without the event's other data. */
export const newsFactsOf = (data: NewsEventData): NewsFacts => ({
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
})
