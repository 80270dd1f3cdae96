import type { Caller } from '@app/chassis/http/auth.ts'
import type { NoteAuthorKind, NoteSide } from '@app/contracts/rules/preview-notes.ts'
import type { ReviewLink } from '../reviews/review-link.repository.ts'

/** An admin, owner or recipient of a review link, as the reader and author of notes. */
export interface Participant {
  kind: NoteAuthorKind
  /** Id of the admin or owner. For a review link, the id of its recipient: an owner has the same id in the portal. */
  id: string
  /** Id of the review link. Null in the portal and the dashboard. */
  linkId: string | null
}

/** Returns an admin or owner as a participant. */
export const participantOf = ({ id, role }: Caller): Participant => ({ kind: role === 'admin' ? 'agency' : 'owner', id, linkId: null })

/** Returns the recipient of a review link as a participant. */
export const participantWithLink = ({ id, recipientId }: ReviewLink): Participant => ({
  kind: 'review-link',
  id: recipientId,
  linkId: id,
})

export const sideOf = ({ kind }: Pick<Participant, 'kind'>): NoteSide => (kind === 'agency' ? 'agency' : 'client')
