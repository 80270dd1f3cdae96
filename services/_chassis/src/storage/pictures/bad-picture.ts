import { PICTURE_DAMAGED, PICTURE_PIXELS_MAX, PICTURE_SIDE_MAX, PICTURE_TOO_LARGE } from '@app/contracts/rules/files.ts'

/** A file is not the picture it begins like; says why in a sentence. */
export class BadPicture extends Error {}

export const damaged = (): BadPicture => new BadPicture(PICTURE_DAMAGED)

/** Throws for a picture that would take too much memory where it is shown. */
export function checkDimensions(width: number, height: number): void {
  if (width === 0 || height === 0) throw damaged()
  if (Math.max(width, height) > PICTURE_SIDE_MAX || width * height > PICTURE_PIXELS_MAX) throw new BadPicture(PICTURE_TOO_LARGE)
}
