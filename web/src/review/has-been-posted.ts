import type { Review } from '@app/contracts/http/reviews.ts'

/**
 * Returns whether the approved task was posted. While the link is valid, an approval can be undone exactly until the posting, unless the
 * recipient has undone it too often (`undosLeft` is 0).
 */
export const hasBeenPosted = ({ decision, canUndo, undosLeft, expiresAt }: Review): boolean =>
  decision?.kind === 'approve' && !canUndo && undosLeft === undefined && Date.parse(expiresAt) > Date.now()
