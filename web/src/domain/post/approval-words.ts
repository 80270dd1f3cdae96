import type { PostApproval } from '@app/contracts/http/posts.ts'
import type { Caller } from '../../shared/stores/session.ts'

function approverOf({ role, decider, deciderName }: PostApproval, caller: Caller): string {
  if (role === 'colleague') return deciderName ?? decider ?? 'a colleague'
  return caller === 'owner' ? 'you' : 'the owner'
}

/** Returns who approved a post and how, for example "Approved by Ann by link". Owners are addressed. */
export const approvedBy = (approval: PostApproval, caller: Caller): string =>
  `Approved by ${approverOf(approval, caller)} ${approval.channel === 'review-link' ? 'by link' : 'in the portal'}`

/** Returns who accepted an approval that a machine may have made, to follow the words of the approval. Empty if nobody had to. */
export function acceptanceOf({ isAcceptedByAdmin }: PostApproval, caller: Caller): string {
  if (!isAcceptedByAdmin) return ''
  return caller === 'owner' ? ', accepted by us on your behalf' : ', accepted by an admin on the owner’s behalf'
}
