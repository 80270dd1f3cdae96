import type { Review } from '@app/contracts/http/reviews.ts'

/** Returns whether the approved task was posted. Until the link expires, an approval can be undone until the task is posted. */
export const hasBeenPosted = ({ decision, canUndo, expiresAt }: Review): boolean =>
  decision?.kind === 'approve' && !canUndo && Date.parse(expiresAt) > Date.now()
