import type { ScaledPicture } from '@app/chassis/storage/pictures/store-copies.ts'
import type { StoredFile } from '@app/chassis/storage/store-file.ts'
import type { ReceivedPreviewFile } from './preview.repository.ts'
import type { ReceivedContent } from './received-content.ts'

/**
 * The smaller copies that are shown for a file, with the width and height of the picture. For a placeholder, width and height are missing,
 * because they would not be those of the file.
 */
export type ShownPicture = Partial<ScaledPicture>

/** Returns the row of a received file. */
export function newFile(
  { kind, file, poster, durationMs, codec, frames, alternativeText }: ReceivedContent<StoredFile>,
  shown: ShownPicture,
): ReceivedPreviewFile {
  if (!file.sha256) throw new Error('The file was stored without a hash')
  return {
    key: file.key,
    kind,
    media_type: file.contentType,
    bytes: file.size,
    sha256: Buffer.from(file.sha256, 'base64url').toString('hex'),
    width: shown.width ?? null,
    height: shown.height ?? null,
    duration_ms: durationMs ?? null,
    poster_key: poster?.key ?? null,
    display_key: shown.displayKey ?? null,
    thumbnail_key: shown.thumbnailKey ?? null,
    first_key: frames?.first?.key ?? null,
    middle_key: frames?.middle?.key ?? null,
    last_key: frames?.last?.key ?? null,
    codec: codec ?? null,
    alternative_text: alternativeText,
  }
}
