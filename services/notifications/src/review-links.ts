import type { ReviewKeys } from '@app/chassis/keys/review-keys.ts'
import type { PublicFiles } from '@app/chassis/storage/public-files.ts'
import type { EventData } from '@app/contracts/define.ts'
import type { PreviewUploaded } from '@app/contracts/events/tasks.ts'
import { REVIEW_LINK_DAYS } from '@app/contracts/rules/reviews.ts'
import { ownerTaskUrl, type TaskEventData } from './mail/templates/task-facts.ts'

/** Values that emails with review links need. Links begin with `publicUrl`. Times are shown in `timeZone`. `now` is the business clock. */
export interface ReviewMails {
  publicUrl: string
  timeZone: string
  keys: Pick<ReviewKeys, 'tokenOf' | 'invitationTokenOf' | 'codeOf'>
  now: () => Date
  /** Converts the public URL of a file to the file's key in the file store. Undefined for other URLs. */
  keyOf: PublicFiles['keyOf']
}

type ReviewLink = NonNullable<EventData<typeof PreviewUploaded>['reviewLinks']>[number]

const DAY_MS = 86_400_000

/** Returns when a link that was created at `time` expires. An email with the link is not sent after this time. */
export const expiryOf = (time: string): string => new Date(Date.parse(time) + REVIEW_LINK_DAYS * DAY_MS).toISOString()

/** Returns the link in `links` whose recipient is the owner. */
export const ownersLink = (links: readonly ReviewLink[] | undefined, ownerId: string): ReviewLink | undefined =>
  links?.find(({ recipientKind, recipientId }) => recipientKind === 'owner' && recipientId === ownerId)

/** Returns the links in `links` whose recipients are colleagues. */
export const colleaguesLinks = (links: readonly ReviewLink[] | undefined): ReviewLink[] =>
  links?.filter(({ recipientKind }) => recipientKind === 'colleague') ?? []

/** Returns the URL of the page on which a colleague accepts an invitation, or leaves. */
export const invitationUrl = ({ publicUrl, keys }: Pick<ReviewMails, 'publicUrl' | 'keys'>, colleagueId: string): string =>
  `${publicUrl}/review/invitation/${keys.invitationTokenOf(colleagueId)}`

/** Returns the URL of a review link's page. Without a link, returns the URL of the task in the portal. */
export const reviewUrl = (
  { publicUrl, keys }: Pick<ReviewMails, 'publicUrl' | 'keys'>,
  link: Pick<ReviewLink, 'id'> | undefined,
  task: Pick<TaskEventData, 'taskId'>,
): string => (link ? `${publicUrl}/review/${keys.tokenOf(link.id)}` : ownerTaskUrl(task, publicUrl))
