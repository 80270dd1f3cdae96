import { photoCount } from '@app/contracts/rules/photos.ts'
import { type PhotoToSend, progressOf } from './sending.ts'

/** Describes the results of a delivery, for example "7 photos sent. You had sent 1 of them before. 1 photo couldn’t be sent." */
export function resultsInWords(photos: readonly PhotoToSend[]): string {
  const { arrived, known, refused } = progressOf(photos)
  return [
    arrived > 0 && `${photoCount(arrived)} sent.`,
    known > 0 && (known === arrived ? 'You had sent all of them before.' : `You had sent ${known} of them before.`),
    refused > 0 && `${photoCount(refused)} couldn’t be sent.`,
  ]
    .filter(Boolean)
    .join(' ')
}
