import { formatSize } from '@app/contracts/format/file-size.ts'
import { formatList } from '@app/contracts/format/lists.ts'
import { mediaTypes, type PictureKind } from '@app/contracts/rules/media-types.ts'
import { contentKindOf, contentMaxBytes } from '@app/contracts/rules/previews.ts'
import { useEffect, useState } from 'react'

/** The files that a field accepts: images of a kind, files of previews, or files with one of these extensions. */
export type AcceptedFiles = { maxBytes: number; refusal: string } & ({ kind: PictureKind | 'content' } | { extensions: readonly string[] })

/** Describes the accepted files, for example "JPEG or PNG, up to 10 MB". */
export function describeAccepted(accepted: AcceptedFiles): string {
  if ('kind' in accepted && accepted.kind === 'content') {
    const { image, video, pdf } = contentMaxBytes
    return `Pictures up to ${formatSize(image)}, MP4 and WebM videos up to ${formatSize(video)}, PDF files up to ${formatSize(pdf)}`
  }
  const names =
    'kind' in accepted
      ? mediaTypes[accepted.kind].map((type) =>
          type
            .replace(/image\/|\+xml/g, '')
            .toUpperCase()
            .replace('WEBP', 'WebP'),
        )
      : accepted.extensions.map((extension) => extension.toUpperCase())
  return `${formatList(names, { type: 'disjunction' })}, up to ${formatSize(accepted.maxBytes)}`
}

export const acceptOf = (accepted: AcceptedFiles): string =>
  ('kind' in accepted ? mediaTypes[accepted.kind] : accepted.extensions.map((extension) => `.${extension}`)).join(',')

/** Returns the rejection message if the field does not accept a file. The server also checks the content. */
export function refusalOf(file: File, accepted: AcceptedFiles): string | undefined {
  const isOfPreview = 'kind' in accepted && accepted.kind === 'content'
  // Some systems give videos no MIME type. `inspectFile` then reads the type from the first bytes.
  if (isOfPreview && file.type === '') return undefined
  // Documents are checked by extension, because their MIME type is often empty. A name without an extension is accepted here.
  const isAccepted =
    'kind' in accepted
      ? mediaTypes[accepted.kind].includes(file.type)
      : !file.name.includes('.') || accepted.extensions.some((extension) => file.name.toLowerCase().endsWith(`.${extension}`))
  if (!isAccepted) return accepted.refusal
  return sizeRefusalOf(file, isOfPreview ? contentMaxBytes[contentKindOf(file.type)] : accepted.maxBytes)
}

/** Returns the rejection message if a file is larger than the maximum. */
export const sizeRefusalOf = ({ size }: File, maxBytes: number): string | undefined =>
  size > maxBytes ? `This file is ${formatSize(size)}. The maximum is ${formatSize(maxBytes)}.` : undefined

export function useObjectUrl(file: File | null): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file) return
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => {
      URL.revokeObjectURL(made)
      setUrl(undefined)
    }
  }, [file])
  return url
}
