import { PICTURE_DAMAGED, PICTURE_PIXELS_MAX, PICTURE_SIDE_MAX, PICTURE_TOO_LARGE } from '@app/contracts/rules/files.ts'
import { BadFile } from '../inspect.ts'

export const damaged = (): BadFile => new BadFile(PICTURE_DAMAGED)

/** Throws if a dimension is zero, or if showing the picture would take too much memory. */
export function checkDimensions(width: number, height: number): void {
  if (width === 0 || height === 0) throw damaged()
  if (Math.max(width, height) > PICTURE_SIDE_MAX || width * height > PICTURE_PIXELS_MAX) throw new BadFile(PICTURE_TOO_LARGE)
}
