import { formatSize } from '@app/contracts/rules/file-size.ts'
import { type PictureKind, pictureTypes } from '@app/contracts/rules/files.ts'
import { useEffect, useState } from 'react'

/** The files that a field accepts: images of a kind, as the route's form says, or files with one of these extensions. */
export type AcceptedFiles = { maxBytes: number; refusal: string } & ({ kind: PictureKind } | { extensions: readonly string[] })

/** "JPEG or PNG, up to 10 MB" */
export function describeAccepted(taken: AcceptedFiles): string {
  const names =
    'kind' in taken
      ? pictureTypes[taken.kind].map((type) =>
          type
            .replace(/image\/|\+xml/g, '')
            .toUpperCase()
            .replace('WEBP', 'WebP'),
        )
      : taken.extensions.map((extension) => extension.toUpperCase())
  return `${new Intl.ListFormat('en', { type: 'disjunction' }).format(names)}, up to ${formatSize(taken.maxBytes)}`
}

/** The same, for the `accept` of a file input. */
export const acceptOf = (taken: AcceptedFiles): string =>
  ('kind' in taken ? pictureTypes[taken.kind] : taken.extensions.map((extension) => `.${extension}`)).join(',')

/** Why the field does not take this file, or undefined if it does. The server looks at the bytes again. */
export function refusalOf(file: File, taken: AcceptedFiles): string | undefined {
  // The type of a document depends on what is installed beside the browser, and is often none. A name without any extension tells nothing yet.
  const isTaken =
    'kind' in taken
      ? pictureTypes[taken.kind].includes(file.type)
      : !file.name.includes('.') || taken.extensions.some((extension) => file.name.toLowerCase().endsWith(`.${extension}`))
  if (!isTaken) return taken.refusal
  if (file.size > taken.maxBytes) return `This file is ${formatSize(file.size)}. The largest we take is ${formatSize(taken.maxBytes)}.`
  return undefined
}

/** An address to show a chosen file at, while it is chosen. */
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
