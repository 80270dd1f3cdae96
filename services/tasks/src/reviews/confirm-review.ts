import { AppError } from '@app/chassis/http/errors.ts'
import type { Review } from '@app/contracts/http/reviews.ts'
import { countConfirmAttempt, findDecision } from '../decisions/decision.repository.ts'
import type { TasksDeps } from '../deps.ts'
import { confirm } from '../tasks/confirm-approval.ts'
import { isApproved } from './review-state.ts'
import { refuseEnded, requireDecided, reviewAfter, withLockedReview } from './with-review.ts'

const ATTEMPTS_MAX = 5
/** Only the owner gets the receipt with the code. Wrong codes of other people would use up the owner's attempts. */
const OWNER_CONFIRMS = 'Only the owner of the company can confirm this approval.'

const refusedCode = (code: string, message: string): AppError =>
  new AppError(code, 'refused', message, { errors: [{ field: 'code', message }] })

const wrongCode = () => refusedCode('code-wrong', 'This code is not correct. Please look at the email again.')
const codeExhausted = () => refusedCode('code-exhausted', 'Too many wrong codes. Please sign in to confirm the approval.')

/**
 * Confirms an approval with the code from the receipt. If the approval is already confirmed, nothing changes. After a wrong code, the
 * transaction commits before the error is thrown, because it stores the number of wrong codes.
 */
export async function confirmReview(deps: TasksDeps, token: string, code: string): Promise<Review> {
  const confirmed = await withLockedReview(deps, token, async (trx, subject) => {
    await requireDecided(trx, deps, subject)
    // An approval can be confirmed as long as it can be withdrawn.
    if (!isApproved(subject, deps.now())) await refuseEnded(trx, deps, subject)
    const { link, task } = subject
    if (link.recipientKind !== 'owner') throw new AppError('owner-confirms', 'forbidden', OWNER_CONFIRMS)
    if (!task.approvalUnconfirmed) return reviewAfter(trx, deps, subject, task)
    const decision = await findDecision(trx, task._id, link.previewNo)
    if (!decision || decision.confirmAttempts >= ATTEMPTS_MAX) throw codeExhausted()
    if (!deps.reviewKeys.isCodeOf('decision-code', decision.id, code)) return countConfirmAttempt(trx, decision.id)
    return reviewAfter(trx, deps, subject, await confirm(trx, deps, task, { channel: 'review-link', link, signs: [] }))
  })
  if (!confirmed) throw wrongCode()
  return confirmed
}
