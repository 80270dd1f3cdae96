import type { Review } from '@app/contracts/http/reviews.ts'

/** Returns whether the approved task was posted. While the link is valid, an approval can be undone exactly until the posting. */
export const hasBeenPosted = ({ decision, canUndo, expiresAt }: Review): boolean =>
  decision?.kind === 'approve' && !canUndo && Date.parse(expiresAt) > Date.now()
