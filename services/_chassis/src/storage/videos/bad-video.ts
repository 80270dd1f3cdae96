import { VIDEO_DAMAGED } from '@app/contracts/rules/previews.ts'
import { BadFile } from '../inspect.ts'

export const damagedVideo = (): BadFile => new BadFile(VIDEO_DAMAGED)

/** Maximum number of elements at the level that is walked. A fragmented video of an hour has about 10,000. */
export const ELEMENTS_MAX = 100_000
