import type { Block, Lead, Thumbnail } from '@app/chassis/mail/draft.ts'
import { contentIdOf } from '@app/chassis/mail/message.ts'
import { formatDate } from '@app/contracts/format/dates.ts'
import { formatList } from '@app/contracts/format/lists.ts'
import type { ContentKind } from '@app/contracts/rules/previews.ts'
import { type Platform, platformNames } from '@app/contracts/rules/task-status.ts'
import type { Picture } from '../mail-body.ts'
import type { PreviewChanges } from '../preview-changes.ts'
import { type MailedTask, titleAndNumber } from './task-facts.ts'

interface MailedFile {
  kind: ContentKind
  /** Key of the thumbnail in the file store. */
  thumbnail: string | null
  width: number | null
  height: number | null
  durationMs: number | null
  /** Empty if there is none. */
  alternativeText: string
}

/** A task with its current preview. The content is absent in an email to an address that the owner has not confirmed. */
export interface MailedPreview extends MailedTask {
  previewNo: number
  platforms: readonly Platform[]
  caption?: string
  files?: readonly MailedFile[]
  /** How the preview differs from the previous preview. Absent for the first preview. */
  changes?: PreviewChanges
  /** Key of the company's logo in the file store. */
  companyLogo?: string
}

/** Maximum width and height of a thumbnail in the email, in pixels. */
const FIRST = 320
const OTHER = 200
/** Size of the neutral picture that stands for a video or PDF file without a poster. */
const PLACEHOLDER = { width: 320, height: 180 }

const kindNames: Readonly<Record<MailedFile['kind'], string>> = { image: 'Picture', video: 'Video', pdf: 'PDF' }

/** Formats a duration as minutes and seconds, for example "1:05". */
function minutesAndSeconds(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

function sizeWithin({ width, height }: MailedFile, most: number): { width: number; height: number } {
  const [w, h] = width && height ? [width, height] : [PLACEHOLDER.width, PLACEHOLDER.height]
  const scale = Math.min(1, most / Math.max(w, h))
  return { width: Math.max(1, Math.round(w * scale)), height: Math.max(1, Math.round(h * scale)) }
}

const durationOf = ({ durationMs }: MailedFile): string[] => (durationMs === null ? [] : [minutesAndSeconds(durationMs)])

/** Returns for example "Video 2 of 3, 1:05", or the alternative text. Only a picture is recognized by that alone. */
function altOf(file: MailedFile, at: number, count: number): string {
  const { kind, alternativeText } = file
  if (kind === 'image' && alternativeText) return alternativeText
  const label = [count === 1 ? kindNames[kind] : `${kindNames[kind]} ${at + 1} of ${count}`, ...durationOf(file)].join(', ')
  return alternativeText ? `${label}: ${alternativeText}` : label
}

/** Returns the words below a thumbnail, for example "Video · 1:05". A picture needs none. */
const noteOf = (file: MailedFile): string => (file.kind === 'image' ? '' : [kindNames[file.kind], ...durationOf(file)].join(' · '))

function thumbnailOf(file: MailedFile, at: number, count: number): { thumbnail: Thumbnail; picture: Picture | undefined } {
  const key = file.thumbnail ?? undefined
  return {
    thumbnail: {
      contentId: key && contentIdOf(key),
      alt: altOf(file, at, count),
      note: noteOf(file),
      ...sizeWithin(file, at === 0 ? FIRST : OTHER),
    },
    picture: key === undefined ? undefined : { kind: 'picture', key, fileName: `file-${at + 1}.jpg` },
  }
}

/** Returns for example "Version 2 · Instagram, Facebook · posts Mon, Dec 7, 2026". */
export function versionLine({ previewNo, platforms, targetPostingDate }: MailedPreview): string {
  const parts = [
    `Version ${previewNo}`,
    platforms.map((platform) => platformNames[platform]).join(', '),
    targetPostingDate ? `posts ${formatDate(targetPostingDate)}` : '',
  ]
  return parts.filter(Boolean).join(' · ')
}

/** Returns the task and the last day of the review. Other blocks contain the company and the posting date. */
export function reviewFacts(task: MailedTask): Block {
  const facts: [string, string][] = [['Task', titleAndNumber(task)]]
  if (task.submissionForReview) facts.push(['Review due', formatDate(task.submissionForReview)])
  return { kind: 'facts', facts }
}

const filesWere = (count: number, what: string): string[] =>
  count === 0 ? [] : [`${count} ${count === 1 ? 'file was' : 'files were'} ${what}`]

/** Returns for example "Changed since version 1: the caption was changed, and 1 file was replaced." */
function changesLine({ previousNo, isCaptionChanged, added, removed, replaced, isReordered }: PreviewChanges): string {
  const changes = [
    ...(isCaptionChanged ? ['the caption was changed'] : []),
    ...filesWere(replaced, 'replaced'),
    ...filesWere(added, 'added'),
    ...filesWere(removed, 'removed'),
    ...(isReordered ? ['the files are in another order'] : []),
  ]
  if (changes.length === 0) return `The caption and the files are the same as in version ${previousNo}.`
  return `Changed since version ${previousNo}: ${formatList(changes)}.`
}

/** Returns a block with the name and the logo of the company, and the logo as a picture to attach to the email. */
export function companyBlock({ companyName, companyLogo: key }: MailedPreview): { blocks: Block[]; pictures: Picture[] } {
  return {
    blocks: [{ kind: 'company', name: companyName, logo: key && contentIdOf(key) }],
    pictures: key === undefined ? [] : [{ kind: 'picture', key, fileName: 'logo' }],
  }
}

interface Content {
  lead: Lead | undefined
  blocks: Block[]
  /** The picture of the lead, which must be attached to the email. Empty if there is none. */
  leadPictures: Picture[]
  /** The pictures of the blocks, which must be attached to the email. */
  pictures: Picture[]
}

/** Returns the first file as the lead, and blocks with the caption, the thumbnails of the other files, and the changes. */
export function contentBlocks(task: MailedPreview, url: string): Content {
  const { files = [], caption, changes } = task
  const [first, ...others] = files.map((file, at) => thumbnailOf(file, at, files.length))
  return {
    lead: first && { kind: 'thumbnails', thumbnails: [first.thumbnail], link: url },
    blocks: [
      ...(caption ? [{ kind: 'quote', text: caption } as const] : []),
      ...(others.length > 0 ? [{ kind: 'thumbnails', thumbnails: others.map(({ thumbnail }) => thumbnail), link: url } as const] : []),
      ...(changes ? [{ kind: 'text', text: changesLine(changes) } as const] : []),
    ],
    leadPictures: first?.picture ? [first.picture] : [],
    pictures: others.flatMap(({ picture }) => picture ?? []),
  }
}
