import type { ComposedMail, MailRecipient } from '@app/contracts/http/mail-content.ts'
import type { ColleagueRight } from '@app/contracts/rules/colleagues.ts'
import type { ColleagueRow } from '../colleagues/colleague.repository.ts'
import type { MailDeps } from './deps.ts'
import type { MailedRow } from './mailed-task.repository.ts'
import { findMailedColleague, findUsableLinks } from './recipient.repository.ts'
import { type MailedTask, ownerTaskUrl } from './templates/task-facts.ts'

type UrlDeps = Pick<MailDeps, 'origin' | 'reviewKeys'>
/** The fields of an email that depend on its recipient. */
export type RecipientFields = Pick<ComposedMail, 'to' | 'returnId' | 'takesReplies' | 'isTracked' | 'unsubscribeUrl'>

/** Returns the URL of the page on which a colleague accepts an invitation, or leaves. */
export const invitationUrl = ({ origin, reviewKeys }: UrlDeps, colleagueId: string): string =>
  `${origin}/review/invitation/${reviewKeys.invitationTokenOf(colleagueId)}`

/** Returns the URL of a review link's page. Without a link, returns the URL of the task in the portal. */
export const reviewUrl = ({ origin, reviewKeys }: UrlDeps, linkId: string | undefined, task: Pick<MailedTask, 'taskId'>): string =>
  linkId === undefined ? ownerTaskUrl(task, origin) : `${origin}/review/${reviewKeys.tokenOf(linkId)}`

/** Returns the fields of an email with this review link to the owner. Without a link, the email gets neither replies nor a return path. */
export const ownerFields = (linkId: string | undefined): RecipientFields =>
  linkId === undefined ? {} : { returnId: linkId, takesReplies: true, isTracked: true }

/** Returns the fields of an email to a colleague. Without a review link, the return path contains the id of the colleague. */
export const colleagueFields = (
  { origin, reviewKeys }: UrlDeps,
  { id, email }: Pick<ColleagueRow, 'id' | 'email'>,
  linkId: string | undefined,
): RecipientFields => ({
  ...ownerFields(linkId),
  to: email,
  returnId: linkId ?? id,
  isTracked: true,
  unsubscribeUrl: `${origin}/api/review/invitation/${reviewKeys.invitationTokenOf(id)}/leave`,
})

/** The recipient of an email about a preview. */
export interface ReviewRecipient {
  /** Whether the email may contain text that the owner entered. */
  isConfirmed: boolean
  /** Whether the recipient may decide, or only look. */
  may: ColleagueRight
  /** The page of the recipient's review link. Without a usable link, the task in the owner's portal. */
  url: string
  /** The page on which a colleague ends the emails. Absent for the owner. */
  leaveUrl?: string
  fields: RecipientFields
}

/**
 * Returns the owner of a task or a colleague of its company, with the newest usable link to a preview of the task. Undefined for other
 * people, and for a colleague who gets no emails or has no usable link: a colleague cannot open the portal.
 */
export async function findReviewRecipient(
  deps: MailDeps,
  task: Pick<MailedRow, '_id' | 'taskId' | 'companyProfileId' | 'ownerId' | 'isOwnerConfirmed'>,
  previewNo: number,
  { kind, id }: MailRecipient,
): Promise<ReviewRecipient | undefined> {
  if (kind !== 'owner' && kind !== 'colleague') return undefined
  const links = await findUsableLinks(deps.db, { kind, id, now: deps.now() }, [{ taskId: task._id, previewNo }])
  const linkId = links.get(task._id)
  const url = reviewUrl(deps, linkId, task)
  if (kind === 'owner')
    return id === task.ownerId ? { isConfirmed: task.isOwnerConfirmed, may: 'decide', url, fields: ownerFields(linkId) } : undefined
  const colleague = await findMailedColleague(deps.db, id)
  if (colleague?.companyId !== task.companyProfileId || linkId === undefined) return undefined
  const { may } = colleague
  return { isConfirmed: true, may, url, leaveUrl: invitationUrl(deps, id), fields: colleagueFields(deps, colleague, linkId) }
}
