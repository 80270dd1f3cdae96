import { AppError } from '@app/chassis/http/errors.ts'
import type { IdentityDeps } from '../deps.ts'
import { countWrongToken, type GivenToken } from '../tokens/count-wrong-token.ts'
import { idInLinkToken } from '../tokens/link-token.ts'
import { findInvitation } from './invitations.repository.ts'

type CheckDeps = Pick<IdentityDeps, 'db' | 'verificationSecret' | 'now'>

interface OpenInvitation {
  id: string
  email: string
  expiresAt: string
}

export const invitationGone = (): AppError =>
  new AppError(
    'invitation-gone',
    'gone',
    'This invitation is no longer valid. It was used or revoked, or it has expired. Please ask for a new one.',
  )

/** Returns the invitation of a token. Throws 410 if it can no longer be accepted, and 429 after too many wrong tokens of a client. */
export async function checkInvitation(deps: CheckDeps, { token, client }: GivenToken): Promise<OpenInvitation> {
  const { db, verificationSecret, now } = deps
  const id = idInLinkToken(verificationSecret, 'admin-invitation', token)
  const invitation = id && (await findInvitation(db, id, now()))
  if (invitation) return { id, email: invitation.email, expiresAt: invitation.expires_at }
  await countWrongToken(deps, client)
  throw invitationGone()
}
