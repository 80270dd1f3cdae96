import { formatSize } from '@app/contracts/rules/file-size.ts'
import { type PictureKind, pictureTypes } from '@app/contracts/rules/files.ts'
import { useEffect, useState } from 'react'

/** The files that a field accepts: images of a kind, or files with one of these extensions. */
export type AcceptedFiles = { maxBytes: number; refusal: string } & ({ kind: PictureKind } | { extensions: readonly string[] })

/** Describes the accepted files, for example "JPEG or PNG, up to 10 MB". */
export function describeAccepted(accepted: AcceptedFiles): string {
  const names =
    'kind' in accepted
      ? pictureTypes[accepted.kind].map((type) =>
          type
            .replace(/image\/|\+xml/g, '')
            .toUpperCase()
            .replace('WEBP', 'WebP'),
        )
      : accepted.extensions.map((extension) => extension.toUpperCase())
  return `${new Intl.ListFormat('en', { type: 'disjunction' }).format(names)}, up to ${formatSize(accepted.maxBytes)}`
}

export const acceptOf = (accepted: AcceptedFiles): string =>
  ('kind' in accepted ? pictureTypes[accepted.kind] : accepted.extensions.map((extension) => `.${extension}`)).join(',')

/** Returns the reason if the field rejects a file. The server also checks the content. */
export function refusalOf(file: File, accepted: AcceptedFiles): string | undefined {
  // Documents are checked by extension, because their MIME type is often empty. A name without an extension is accepted here.
  const isAccepted =
    'kind' in accepted
      ? pictureTypes[accepted.kind].includes(file.type)
      : !file.name.includes('.') || accepted.extensions.some((extension) => file.name.toLowerCase().endsWith(`.${extension}`))
  if (!isAccepted) return accepted.refusal
  if (file.size > accepted.maxBytes) return `This file is ${formatSize(file.size)}. The maximum is ${formatSize(accepted.maxBytes)}.`
  return undefined
}

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
