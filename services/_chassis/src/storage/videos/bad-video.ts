import { VIDEO_DAMAGED } from '@app/contracts/rules/previews.ts'
import { BadFile } from '../inspect.ts'

/** Maximum number of boxes or elements on one level of nesting. A fragmented video of an hour has about 10,000. */
const ELEMENTS_MAX = 100_000

export const damagedVideo = (): BadFile => new BadFile(VIDEO_DAMAGED)

/** Throws if the file has more boxes or elements than the maximum. `count` is the number of boxes or elements that were read before. */
export function checkElementCount(count: number): void {
  if (count >= ELEMENTS_MAX) throw damagedVideo()
}
