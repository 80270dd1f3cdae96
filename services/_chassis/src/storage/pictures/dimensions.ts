import {
  ANIMATION_PIXELS_MAX,
  ANIMATION_TOO_LONG,
  FRAMES_MAX,
  PICTURE_DAMAGED,
  PICTURE_PIXELS_MAX,
  PICTURE_SIDE_MAX,
  PICTURE_TOO_LARGE,
} from '@app/contracts/rules/files.ts'
import { BadFile } from '../inspect.ts'

/** Throws if a dimension is not positive, or if decoding the picture would take too much memory. */
export function checkDimensions(width: number, height: number): void {
  if (!(width > 0 && height > 0)) throw new BadFile(PICTURE_DAMAGED)
  if (Math.max(width, height) > PICTURE_SIDE_MAX || width * height > PICTURE_PIXELS_MAX) throw new BadFile(PICTURE_TOO_LARGE)
}

/** Throws if decoding all frames of an animation would take too much time. */
export function checkFrames(frames: number, width: number, height: number): void {
  if (frames > FRAMES_MAX || frames * width * height > ANIMATION_PIXELS_MAX) throw new BadFile(ANIMATION_TOO_LONG)
}
