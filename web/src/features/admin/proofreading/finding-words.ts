import { formatList } from '@app/contracts/format/lists.ts'
import type { Preview } from '@app/contracts/http/previews.ts'
import type { FindingPlace, Proofreading } from '@app/contracts/http/proofreading.ts'
import type { VideoFrame } from '@app/contracts/rules/proofreading.ts'
import { fileLabel, kindNames } from '../../../domain/preview/file-label.ts'

type Files = Preview['files']

const frameNames: Readonly<Record<VideoFrame, string>> = { first: 'first frame', middle: 'middle frame', last: 'last frame' }

/** Says where a finding is, for example "Caption" or "Video 2 of 3, middle frame". */
export function placeInWords({ in: where, position, page, frame }: FindingPlace, files: Files): string {
  if (where !== 'file') return 'Caption'
  const at = (position ?? 1) - 1
  const file = files[at]
  const parts = [file && fileLabel(file, at, files.length), page !== undefined && `page ${page}`, frame && frameNames[frame]]
  return parts.filter(Boolean).join(', ')
}

/** Says which files could not be checked, for example "We couldn’t check picture 2 and PDF 3." Empty if all were checked. */
export function uncheckedInWords({ state, uncheckedFiles }: Pick<Proofreading, 'state' | 'uncheckedFiles'>, files: Files): string {
  if (state === 'failed') return 'We couldn’t check this preview.'
  const names = uncheckedFiles.flatMap((position) => {
    const file = files[position - 1]
    if (!file) return []
    const name = file.kind === 'pdf' ? kindNames.pdf : kindNames[file.kind].toLowerCase()
    return files.length === 1 ? `the ${name}` : `${name} ${position}`
  })
  return names.length > 0 ? `We couldn’t check ${formatList(names)}.` : ''
}
