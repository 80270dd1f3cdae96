export const PHOTO_REFUSED = 'Only JPEG and PNG images are allowed.'
export const IMAGE_REFUSED = 'Only image files are allowed.'
export const PICTURE_DAMAGED = 'This picture is damaged or incomplete. Please choose another one.'
/** Returns the error message for an SVG file. `what` names the content that is not allowed. */
export const drawingRefused = (what: string): string =>
  `This drawing contains ${what}, which we can’t accept. Save it as plain SVG or as PNG and choose it again.`

/** Maximum number of pixels. Phone cameras have about 50 megapixels. Each decoded pixel needs four bytes of memory. */
export const PICTURE_PIXELS_MAX = 64_000_000
export const PICTURE_SIDE_MAX = 12_000
export const PICTURE_TOO_LARGE = 'This picture is too large: at most 12,000 pixels a side and 64 megapixels.'
