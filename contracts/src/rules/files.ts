export const PHOTO_REFUSED = 'Only JPEG and PNG images are allowed.'
export const IMAGE_REFUSED = 'Only image files are allowed.'
export const PICTURE_DAMAGED = 'This picture is damaged or incomplete. Please choose another one.'
/** Error message for a picture that needs too much time or memory. */
export const PICTURE_TOO_COMPLEX = 'We couldn’t process this picture. Please save it again as JPEG or PNG and choose it again.'
export const DRAWING_TEXT = 'We can’t draw the text of this SVG file. Please save it as PNG and choose it again.'
/** Returns the error message for a picture of a format that the field does not accept. */
export const formatRefused = (names: readonly string[]): string =>
  `We can’t use this kind of image. Please choose one of these kinds: ${names.join(', ')}.`

/** Maximum number of pixels. Phone cameras have about 50 megapixels. Each decoded pixel needs four bytes of memory. */
export const PICTURE_PIXELS_MAX = 64_000_000
export const PICTURE_SIDE_MAX = 12_000
export const PICTURE_TOO_LARGE = 'This picture is too large: at most 12,000 pixels a side and 64 megapixels.'

/** Maximum number of pixels of AVIF and HEIC pictures, whose decoders need more memory than others. */
export const AVIF_PIXELS_MAX = 16_000_000
export const HEIC_PIXELS_MAX = 50_000_000
export const AVIF_TOO_LARGE = 'This AVIF picture is too large: at most 16 megapixels. Please save it as JPEG and choose it again.'
export const HEIC_TOO_LARGE = 'This HEIC picture is too large: at most 50 megapixels. Please save it as JPEG and choose it again.'

/** Limits of animations: the number of frames, and the sum of all frames' pixels. */
export const FRAMES_MAX = 2_000
export const ANIMATION_PIXELS_MAX = 400_000_000
export const ANIMATION_TOO_LONG = 'This animation is too long: at most 2,000 frames and 400 megapixels in total. Please shorten it.'
