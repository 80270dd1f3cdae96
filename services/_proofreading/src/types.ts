import type { BriefText } from '@app/contracts/rules/brief.ts'
import type { CalendarDate } from '@app/contracts/rules/business-dates.ts'
import type { TimeOfDay } from '@app/contracts/rules/posting-time.ts'
import type { ContentKind } from '@app/contracts/rules/previews.ts'
import type { certainties, FindingKind, VideoFrame } from '@app/contracts/rules/proofreading.ts'
import type { Platform } from '@app/contracts/rules/task-status.ts'

/** An area of a file, in pixels of the picture as delivered. */
export interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** A word in a file, in reading order. */
export interface Word {
  text: string
  /** From 0 to 100. Words from the text layer of a PDF file have 100. */
  confidence: number
  box: Box
  /** Number of the line within the file or page. */
  line: number
  /** Slope of the line in degrees, clockwise. Absent if it is level. */
  slope?: number
}

/** How well a line of text stands out from its background. */
export interface LineContrast {
  line: number
  /** The contrast ratio of WCAG, from 1 to 21. */
  ratio: number
  /** The background is a photo or a pattern, so the contrast differs from letter to letter. */
  isUneven: boolean
}

/** A color that covers a noticeable part of a picture. */
export interface MainColor {
  /** As `#rrggbb`. */
  color: string
  /** The part of the picture that it covers, from 0 to 1. */
  share: number
}

/** What the checks of pictures compare, besides words. */
export interface PictureTraits {
  contrasts: LineContrast[]
  /** Words that hardly differ from their background, so that they were not read well. Other checks don't see them. */
  faint: { words: Word[]; contrasts: LineContrast[] }
  /** The most frequent colors, the most frequent first. */
  colors: MainColor[]
  /** Perceptual hash (`reader/picture-hash.ts`). */
  hash: string
  /** Null if the logo was not searched for, or if that cannot be told. */
  hasLogo: boolean | null
}

/** A file of a preview as the checker reads it. Each page of a PDF file is an entry of its own. */
export interface ReadFile {
  position: number
  kind: ContentKind
  /** Of the picture, page or frame as it was read. 0 if it could not be read. */
  width: number
  height: number
  /** Of a video, whose frames may be smaller. */
  video?: { width: number; height: number }
  words: Word[]
  /** Only of pictures. */
  traits?: PictureTraits
  /** From 1. Only of PDF files. */
  page?: number
  /** Only of videos: each frame that is read is an entry of its own. */
  frame?: VideoFrame
  /** The codec of a video as browsers name it, for example `hvc1` or `avc1`. */
  codec?: string
  seconds?: number
  /** Empty if the picture has none. Absent if nobody was asked for one. */
  alternativeText?: string
}

/** Where a finding is: characters `from` to `to` (exclusive) of a text, or boxes in a file. */
export type Place =
  | { in: 'caption' | 'subject' | 'body'; from: number; to: number }
  | { in: 'file'; position: number; page?: number; frame?: VideoFrame; boxes: Box[] }

/** Something that may be wrong in a preview or in a step of a campaign. */
export interface Finding {
  kind: FindingKind
  certainty: (typeof certainties)[number]
  /** The words as they are in the preview, or in the brief if they are missing in the preview. Empty if there are none. */
  words: string
  place: Place
  comparedWith: string
  /** A sentence for admins. */
  message: string
}

/** What the brief of a task says. */
export type CheckedBrief = Record<BriefText, string> & {
  targetPostingDate: CalendarDate | null
  targetPostingTime: TimeOfDay | null
  platforms: Platform[]
}

/** The fields of a company's profile that the checks use. A missing text is ''. */
export interface CheckedCompany {
  companyName: string
  dba: string
  email: string
  phone: string
  website: string
  address1: string
  address2: string
  city: string
  state: string
  zip: string
  fontfamily: string
  /** Brand colors that the owner set, as `#rrggbb`. */
  colors: string[]
  /** Addresses of the company's pages in networks. */
  social: string[]
}

/** A finding that an admin marked as right for the company. */
export interface Accepted {
  kind: FindingKind
  words: string
}

/** What checks of texts and pictures of a company have in common. */
export interface Context {
  company: CheckedCompany
  /** The current date in the company's time zone. */
  today: CalendarDate
  /** Texts of the company that owners approved before. */
  earlierTexts: string[]
  accepted: Accepted[]
}

/** A picture that the company posted within the last 12 months. */
export interface EarlierPicture {
  hash: string
  /** The words that were read in the picture. */
  words: string[]
  title: string
  postedOn: CalendarDate
}

/** A preview to check. */
export interface Subject extends Context {
  caption: string
  files: ReadFile[]
  brief: CheckedBrief
  earlierPictures: EarlierPicture[]
}

/** A step of a campaign to check. */
export interface CampaignStep extends Context {
  subject: string
  body: string
  files: ReadFile[]
  /** The date of the email. Null if it has none. */
  date: CalendarDate | null
}
