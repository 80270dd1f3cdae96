import { formatNumber } from '@app/contracts/format/numbers.ts'
import { hardToPlayCodecs, type PlatformRule, platformRules, withoutLinks } from '@app/contracts/rules/platform-rules.ts'
import { platformKitOf, refusalsOf } from '@app/contracts/rules/posting-kit.ts'
import type { FindingKind } from '@app/contracts/rules/proofreading.ts'
import { type Platform, platformNames } from '@app/contracts/rules/task-status.ts'
import { type Found, findingsAt, type Passage, READABLE } from '../passages.ts'
import type { Box, ReadFile } from '../types.ts'
import { addressesIn } from './contacts.ts'

/** What a check of a caption for a network needs. */
interface Post {
  title: string
  caption: Passage
  files: readonly ReadFile[]
}

function checkTexts(platform: Platform, { title, caption, files }: Post, isOnly: boolean): Found[] {
  const name = platformNames[platform]
  const approved = { title, caption: caption.text, kinds: kindsOf(files) }
  const { texts, hashtags } = platformKitOf(platform, approved)
  const textFinding = (message: string, about: string): Found => ({
    kind: 'platform-text',
    certainty: 'sure',
    words: '',
    place: caption.placeOf(0, caption.text.length),
    comparedWith: name,
    message,
    facts: [`${platform}:${about}`],
  })
  // With several networks, the file may be meant for another one.
  const refusal: Found['certainty'] = isOnly ? 'sure' : 'likely'
  const tooLong = texts.filter(({ length, max }) => max !== null && length > max)
  return [
    ...tooLong.map(({ part, length, max }) => {
      const what = part === 'title' ? 'title' : 'caption'
      return textFinding(`${name} takes at most ${formatNumber(max ?? 0)} characters. The ${what} has ${formatNumber(length)}.`, what)
    }),
    ...(hashtags.max !== null && hashtags.count > hashtags.max
      ? [textFinding(`${name} takes at most ${hashtags.max} hashtags. The caption has ${hashtags.count}.`, 'hashtags')]
      : []),
    ...refusalsOf(platform, approved).map((message) => ({
      ...textFinding(message, message),
      kind: 'platform-file' as const,
      certainty: refusal,
    })),
  ]
}

/** Returns the kinds of the files. The pages of a PDF file are one file. */
function kindsOf(files: readonly ReadFile[]): ReadFile['kind'][] {
  const kinds = new Map(files.map(({ position, kind }) => [position, kind]))
  return [...kinds.values()]
}

/** A sentence that begins directly after a point, as in "beans.Come", is no link. */
const isLink = (text: string): boolean => /^https?:\/\//i.test(text) || /^[^A-Z/]+(?:\/.*)?$/.test(text)

function checkLinks(platform: Platform, caption: Passage): Found[] {
  if (!withoutLinks.includes(platform)) return []
  const [link] = addressesIn(caption.text).filter(({ isEmail, text }) => !isEmail && isLink(text))
  if (!link) return []
  return findingsAt(caption, link, {
    kind: 'platform-text',
    certainty: 'likely',
    comparedWith: platformNames[platform],
    message: `Nobody can click ${link.text} in a caption of ${platformNames[platform]}.`,
    facts: [`${platform}:link`],
  })
}

const isOutside = (value: number, { min = 0, max = Number.POSITIVE_INFINITY }: PlatformRule): boolean => value < min || value > max

/** Sides are whole pixels, so a ratio may be off a little: 1080 × 566 counts as 1.91:1. */
const ROUNDING = 0.01

const sizeOf = ({ width, height, video }: ReadFile): { width: number; height: number } => video ?? { width, height }

function measured(file: ReadFile, { measure, min = 0, max = Number.POSITIVE_INFINITY }: PlatformRule): number | undefined {
  if (measure === 'seconds') return file.seconds
  const { width, height } = sizeOf(file)
  if (width <= 0 || height <= 0) return undefined
  if (measure === 'width') return width
  const ratio = width / height
  return Math.abs(ratio - min) <= ROUNDING || Math.abs(ratio - max) <= ROUNDING ? Math.min(Math.max(ratio, min), max) : ratio
}

const verbs = { crops: 'crops', refuses: 'refuses', enlarges: 'enlarges' } as const

const MINUTES_FROM = 600

const lengthInWords = (seconds: number): string =>
  seconds >= MINUTES_FROM ? `${formatNumber(Math.round(seconds / 60))} minutes` : `${Math.round(seconds * 10) / 10} seconds`

/** A ratio as people write it: 4:5 or 1.91:1. */
function ratioInWords(ratio: number): string {
  if (Math.abs(ratio - 0.75) < ROUNDING) return '3:4'
  return ratio < 1 ? `1:${Math.round(100 / ratio) / 100}` : `${Math.round(ratio * 100) / 100}:1`
}

function messageOf(file: ReadFile, value: number, rule: PlatformRule): string {
  const things = file.kind === 'video' ? 'videos' : 'pictures'
  const thing = file.kind === 'video' ? 'video' : 'picture'
  const isBelow = value < (rule.min ?? 0)
  const limit = (isBelow ? rule.min : rule.max) ?? 0
  const start = `${platformNames[rule.platform]} ${verbs[rule.effect]} ${things}`
  const { width, height } = sizeOf(file)
  switch (rule.measure) {
    case 'seconds':
      return `${start} ${isBelow ? 'shorter' : 'longer'} than ${lengthInWords(limit)}. This ${thing} takes ${lengthInWords(value)}.`
    case 'ratio':
      return `${start} ${isBelow ? 'taller' : 'wider'} than ${ratioInWords(limit)}. This ${thing} is ${width} × ${height} px.`
    default:
      return `${start} with a width of ${isBelow ? 'less' : 'more'} than ${formatNumber(limit)} px. This ${thing} is ${width} × ${height} px.`
  }
}

/** Part of a word outside the area that a network shows from which the word cannot be read. */
const OUTSIDE_MIN = 0.2
const CUT_LETTERS_MIN = 3

function outsideShare(box: Box, area: Box): number {
  const width = Math.min(box.left + box.width, area.left + area.width) - Math.max(box.left, area.left)
  const height = Math.min(box.top + box.height, area.top + area.height) - Math.max(box.top, area.top)
  const size = box.width * box.height
  return size === 0 ? 0 : 1 - (Math.max(0, width) * Math.max(0, height)) / size
}

/** Returns the words that a network cuts off, because it shows only the middle of the picture. */
function cutWords(
  { width, height, words }: ReadFile,
  { min = 0, max = Number.POSITIVE_INFINITY }: PlatformRule,
): { boxes: Box[]; text: string } {
  const shown = { width: Math.min(width, height * max), height: Math.min(height, width / min) }
  const area = { left: (width - shown.width) / 2, top: (height - shown.height) / 2, ...shown }
  const cut = words.filter(
    ({ box, confidence, text }) =>
      confidence >= READABLE && text.replaceAll(/[^\p{L}\p{N}]/gu, '').length >= CUT_LETTERS_MIN && outsideShare(box, area) >= OUTSIDE_MIN,
  )
  return { boxes: cut.map(({ box }) => box), text: cut.map(({ text }) => text).join(' ') }
}

const fileFinding = (file: ReadFile, kind: FindingKind, about: string, message: string, platform: string, boxes: Box[] = []): Found => ({
  kind,
  certainty: 'likely',
  words: '',
  place: { in: 'file', position: file.position, boxes },
  comparedWith: platform,
  message,
  facts: [`${about}:${file.position}`],
})

function checkFile(file: ReadFile, rule: PlatformRule): Found[] {
  const value = measured(file, rule)
  if (value === undefined || !isOutside(value, rule)) return []
  const name = platformNames[rule.platform]
  const about = `${rule.platform}:${rule.measure}`
  const cut = rule.effect === 'crops' ? cutWords(file, rule) : undefined
  if (cut && cut.boxes.length > 0) {
    const message = `${messageOf(file, value, rule)} Then “${cut.text.slice(0, 100)}” is outside.`
    return [{ ...fileFinding(file, 'cropped-text', about, message, name, cut.boxes), words: cut.text.slice(0, 100) }]
  }
  const certainty = rule.effect === 'refuses' && rule.isOfficial ? 'sure' : 'likely'
  return [{ ...fileFinding(file, 'platform-file', about, messageOf(file, value, rule), name), certainty }]
}

/** Returns videos that many phones cannot play. */
export const checkCodecs = (files: readonly ReadFile[]): Found[] =>
  files
    .filter(({ codec }) => codec !== undefined && hardToPlayCodecs.some((name) => codec.toLowerCase().startsWith(name)))
    .map((file) => fileFinding(file, 'platform-file', 'codec', 'Many phones cannot play this video, because its codec is HEVC.', 'phones'))

/** Returns what networks refuse, cut off, enlarge or don't make clickable. */
export function checkPlatforms(platforms: readonly Platform[], post: Post): Found[] {
  return platforms.flatMap((platform) => [
    ...checkTexts(platform, post, platforms.length === 1),
    ...checkLinks(platform, post.caption),
    ...platformRules
      .filter((rule) => rule.platform === platform)
      .flatMap((rule) => post.files.filter(({ kind }) => kind === rule.kind).flatMap((file) => checkFile(file, rule))),
  ])
}

/** Returns pictures without an alternative text. */
export const checkAlternativeTexts = (files: readonly ReadFile[]): Found[] =>
  files
    .filter(({ kind, alternativeText }) => kind === 'image' && alternativeText?.trim() === '')
    .map((file) => fileFinding(file, 'alternative-text', 'alternative-text', 'This picture has no alternative text.', 'nothing'))
