import { formatNumber } from '../format/numbers.ts'
import { MEGABYTE } from '../primitives.ts'

/** Maximum size of a photo as the phone sends it. The stored picture has at most 10 MB. */
export const PHOTO_MAX_BYTES = 25 * MEGABYTE
/** Maximum number of photos that an owner sends at once. */
export const PHOTOS_MAX = 30
/** Maximum length of the note about photos, in characters. */
export const PHOTO_NOTE_MAX = 2000

export const TOO_MANY_PHOTOS = `You can send at most ${formatNumber(PHOTOS_MAX)} photos at once. Please send the others afterwards.`
export const PHOTO_REQUIRED = 'Please choose a photo.'
/** Error message if the received bytes do not have the hash in the URL. */
export const PHOTO_INCOMPLETE = 'This photo did not arrive completely. Please send it again.'
export const NO_PHOTO_ARRIVED = 'No photo has arrived yet. Please send at least one.'
export const PHOTOS_ENDED = 'These photos were already sent. Please send the others as new photos.'

/** Returns for example "12 photos". */
export const photoCount = (count: number): string => (count === 1 ? '1 photo' : `${formatNumber(count)} photos`)
