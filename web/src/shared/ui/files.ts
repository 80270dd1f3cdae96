import { formatSize } from '@app/contracts/format/file-size.ts'
import { formatList } from '@app/contracts/format/lists.ts'
import { extensions } from '@app/contracts/rules/extensions.ts'
import { formatNames, mediaTypes, type PictureKind, refusalOfType } from '@app/contracts/rules/media-types.ts'
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
    'kind' in accepted && accepted.kind !== 'content'
      ? formatNames(accepted.kind)
      : 'extensions' in accepted
        ? accepted.extensions.map((extension) => extension.toUpperCase())
        : []
  return `${formatList(names, { type: 'disjunction' })}, up to ${formatSize(accepted.maxBytes)}`
}

/** Types that the server converts, and that only some browsers show. */
const oftenUnshown = ['image/heic', 'image/heif', 'image/tiff']

/** Returns the media type of a file. Some systems do not know the type of HEIC and TIFF pictures, so it is read from the name. */
function typeOf({ type, name }: File): string {
  const ending = /\.(\w+)$/.exec(name.toLowerCase())?.[1]?.replace(/^tif$/, 'tiff')
  const unknown = oftenUnshown.find((media) => extensions[media] === ending)
  return type || unknown || ''
}

/** Whether the server converts a file that the browser may be unable to show. */
export const isConverted = (file: File): boolean => oftenUnshown.includes(typeOf(file))

export function acceptOf(accepted: AcceptedFiles): string {
  if (!('kind' in accepted)) return accepted.extensions.map((extension) => `.${extension}`).join(',')
  const types = mediaTypes[accepted.kind]
  return [...types, ...(types.includes('image/heic') ? ['.heic', '.heif'] : [])].join(',')
}

/** Returns the rejection message if the field does not accept a file. The server also checks the content. */
export function refusalOf(file: File, accepted: AcceptedFiles): string | undefined {
  const isOfPreview = 'kind' in accepted && accepted.kind === 'content'
  // Some systems give videos no MIME type. `inspectFile` then reads the type from the first bytes.
  if (isOfPreview && file.type === '') return undefined
  // Documents are checked by extension, because their MIME type is often empty. A name without an extension is accepted here.
  const isAccepted =
    'kind' in accepted
      ? mediaTypes[accepted.kind].includes(typeOf(file))
      : !file.name.includes('.') || accepted.extensions.some((extension) => file.name.toLowerCase().endsWith(`.${extension}`))
  if (!isAccepted) return 'kind' in accepted ? refusalOfType(accepted, typeOf(file)) : accepted.refusal
  return sizeRefusalOf(file, isOfPreview ? contentMaxBytes[contentKindOf(file.type)] : accepted.maxBytes)
}

/** Returns the rejection message if a file is larger than the maximum. */
export const sizeRefusalOf = ({ size }: File, maxBytes: number): string | undefined =>
  size > maxBytes ? `This file is ${formatSize(size)}. The maximum is ${formatSize(maxBytes)}.` : undefined

/** Picture in place of a file that the browser cannot show. */
const PLACEHOLDER = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="240"><rect width="320" height="240" fill="#8a8f87"/><path fill="#fff" d="M80 170l50-60 30 35 25-28 55 53z"/><circle cx="215" cy="85" r="16" fill="#fff"/></svg>`

/** Returns whether the browser can show the picture at a URL. */
async function isShown(url: string): Promise<boolean> {
  const image = new Image()
  image.src = url
  return image.decode().then(
    () => true,
    () => false,
  )
}

/** Returns a URL of a chosen file. If the browser cannot show a picture that the server converts, it is the URL of a neutral picture. */
export function useObjectUrl(file: File | null): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file) return
    let isCurrent = true
    let made = URL.createObjectURL(file)
    async function replaceUnshown(): Promise<void> {
      const shown = await isShown(made)
      if (!isCurrent) return
      if (!shown) {
        URL.revokeObjectURL(made)
        made = URL.createObjectURL(new Blob([PLACEHOLDER], { type: 'image/svg+xml' }))
      }
      setUrl(made)
    }
    if (isConverted(file)) void replaceUnshown()
    else setUrl(made)
    return () => {
      isCurrent = false
      URL.revokeObjectURL(made)
      setUrl(undefined)
    }
  }, [file])
  return url
}
