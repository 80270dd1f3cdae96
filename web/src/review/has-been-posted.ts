import type { Review } from '@app/contracts/http/reviews.ts'

/** Returns whether the approved task was posted. While a link is valid, only the posting ends the time in which an approval can be undone. */
export const hasBeenPosted = ({ decision, canUndo, expiresAt }: Review): boolean =>
  decision?.kind === 'approve' && !canUndo && Date.parse(expiresAt) > Date.now()
