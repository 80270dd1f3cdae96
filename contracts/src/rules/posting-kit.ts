import type { ContentKind } from './previews.ts'
import { type Platform, platformNames } from './task-status.ts'

/** A text to copy into a form of a network. */
export interface KitText {
  part: 'title' | 'text'
  text: string
  /** The length as the network counts it. */
  length: number
  /** The limit of the network. Null if there is none. */
  max: number | null
}

/** The hashtags of a text. */
interface Hashtags {
  count: number
  /** The limit of the network. Null if there is none. */
  max: number | null
}

/** What an admin needs to post a task in a network by hand. */
export interface PlatformKit {
  platform: Platform
  texts: KitText[]
  hashtags: Hashtags
  /** What the network would refuse, cut off or show in another way. */
  warnings: string[]
  /** The page on which people write a post. Null if there is none. */
  composerUrl: string | null
  /** Whether the page already contains the text. */
  containsText: boolean
}

interface Approved {
  title: string
  caption: string
  kinds: readonly ContentKind[]
}

/** The limits of a network. */
interface Network {
  titleMax?: number
  textMax: number | null
  lengthOf: (text: string) => number
  takes: readonly ContentKind[]
  /** Maximum number of files of a post. Without it, all files of a preview fit. */
  filesMax?: number
  hashtagsMax?: number
  /** Returns a caption with its links as the network shows them. */
  showLinks?: (caption: string) => string
  composer: string | null
  /** The parameter of the page's URL that contains the text. */
  textParameter?: string
  /** Returns further warnings. */
  warn?: (approved: Approved) => string[]
  /** Returns what else the network refuses. */
  refuse?: (approved: Approved) => string[]
}

const charactersOf = (text: string): number => [...text].length
const bytesOf = (text: string): number => new TextEncoder().encode(text).length

/** X counts every link as this many characters (https://docs.x.com/fundamentals/counting-characters). */
const X_LINK = 23

/** Ranges of code points that X counts as one character. All others count as two (twitter-text, config/v3.json). */
const X_SINGLE: readonly (readonly [number, number])[] = [
  [0, 4351],
  [8192, 8205],
  [8208, 8223],
  [8242, 8247],
]

const word = /[^\s"'()[\]]+/gu
const domain = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}(?:[/?#].*)?$/i

/** Whether X may make a link of a word. X knows all top-level domains; here every ending counts, so a text may seem slightly longer. */
const isLink = (text: string): boolean => /^https?:\/\/./i.test(text) || domain.test(text)

function withShortLinks(text: string): string {
  return text.replace(word, (run) => {
    const end = /[.,;:!?]$/.exec(run)?.[0] ?? ''
    return isLink(run.slice(0, run.length - end.length)) ? 'x'.repeat(X_LINK) + end : run
  })
}

const emoji = /\p{Emoji_Presentation}|\p{Regional_Indicator}|[\ufe0f\u20e3]/u
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

function weightInX(grapheme: string): number {
  if (emoji.test(grapheme)) return 2
  const isSingle = (point: number): boolean => X_SINGLE.some(([first, last]) => point >= first && point <= last)
  return [...grapheme].reduce((sum, character) => sum + (isSingle(character.codePointAt(0) ?? 0) ? 1 : 2), 0)
}

/** Returns the length of a text as X counts it: each link is 23 characters, and emoji and many scripts count as two characters. */
export const lengthInX = (text: string): number =>
  [...graphemes.segment(withShortLinks(text.normalize('NFC')))].reduce((sum, { segment }) => sum + weightInX(segment), 0)

const hasLink = (text: string): boolean => /https?:\/\/\S/i.test(text) || (text.match(word) ?? []).some((run) => domain.test(run))

/** Hashtags without spaces between them. They do not begin inside a word or an address. */
const hashtags = /(?<![\p{L}\p{M}\p{N}_&/?=])(?:#[\p{L}\p{M}\p{N}_]+)+/gu

const countHashtags = (caption: string): number => (caption.match(hashtags) ?? []).join('').split('#').slice(1).length

/** People read and type an address that they cannot click. */
const withoutSchemes = (caption: string): string => caption.replace(/https?:\/\/(?=\S)/gi, '')

function warnInstagram({ caption }: Approved): string[] {
  if (!hasLink(caption)) return []
  const isShorter = withoutSchemes(caption) !== caption
  return [`Nobody can click a link in an Instagram caption${isShorter ? ', so “https://” is left out' : ''}.`]
}

const refuseInYouTube = ({ title, caption }: Approved): string[] =>
  /[<>]/.test(title + caption) ? ['YouTube refuses the characters < and >.'] : []

const pictures = ['image', 'video'] as const

const networks: Readonly<Record<Platform, Network>> = {
  // https://docs.x.com/fundamentals/counting-characters and https://docs.x.com/x-for-websites/post-button/guides/web-intent
  platform_x: {
    textMax: 280,
    lengthOf: lengthInX,
    takes: pictures,
    // https://docs.x.com/x-api/media/quickstart/best-practices
    filesMax: 4,
    composer: 'https://x.com/intent/tweet',
    textParameter: 'text',
  },
  // Facebook documents no limit. Its form refuses longer posts.
  platform_fb: { textMax: 63_206, lengthOf: charactersOf, takes: pictures, composer: 'https://www.facebook.com/' },
  // https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user/media (field `caption`)
  platform_insta: {
    textMax: 2200,
    lengthOf: charactersOf,
    takes: pictures,
    // Since December 2025, announced in the Instagram account @creators. Before, the limit was 30.
    hashtagsMax: 5,
    showLinks: withoutSchemes,
    composer: 'https://www.instagram.com/',
    warn: warnInstagram,
  },
  // LinkedIn documents neither the limit nor the parameters of the page. Its form refuses longer posts.
  platform_li: {
    textMax: 3000,
    lengthOf: charactersOf,
    takes: ['image', 'video', 'pdf'],
    composer: 'https://www.linkedin.com/feed/?shareActive=true',
    textParameter: 'text',
  },
  // https://developers.google.com/youtube/v3/docs/videos (`snippet.title` in characters, `snippet.description` in bytes)
  platform_youtube: {
    titleMax: 100,
    textMax: 5000,
    lengthOf: bytesOf,
    takes: ['video'],
    filesMax: 1,
    composer: 'https://www.youtube.com/upload',
    refuse: refuseInYouTube,
  },
  platform_via_mail: { textMax: null, lengthOf: charactersOf, takes: ['image', 'video', 'pdf'], composer: null },
}

/** Servers refuse longer URLs, so the page then opens without the text. */
const COMPOSER_URL_MAX = 8000

const kindNames: Readonly<Record<ContentKind, string>> = { image: 'pictures', video: 'videos', pdf: 'PDF files' }

function composerOf({ composer, textParameter }: Network, text: string): Pick<PlatformKit, 'composerUrl' | 'containsText'> {
  if (composer === null || !textParameter) return { composerUrl: composer, containsText: false }
  const url = `${composer}${composer.includes('?') ? '&' : '?'}${textParameter}=${encodeURIComponent(text)}`
  return url.length <= COMPOSER_URL_MAX ? { composerUrl: url, containsText: true } : { composerUrl: composer, containsText: false }
}

const isTooLong = ({ length, max }: KitText): boolean => max !== null && length > max
const tooLong = ({ part, length, max }: KitText): string => `The ${part} is too long: ${length} of ${max}.`

/** Returns a warning if there are more things than a network takes. */
const tooMany = (platform: Platform, count: number, things: string, max: number | null): string[] =>
  max !== null && count > max ? [`${count} ${things}: ${platformNames[platform]} takes at most ${max}.`] : []

/** Returns which files and characters a network refuses, as warnings. */
export function refusalsOf(platform: Platform, approved: Approved): string[] {
  const { takes, filesMax = null, refuse } = networks[platform]
  const { kinds } = approved
  const refused = [...new Set(kinds)].filter((kind) => !takes.includes(kind))
  return [
    ...refused.map((kind) => `${platformNames[platform]} takes no ${kindNames[kind]}.`),
    ...tooMany(platform, kinds.filter((kind) => takes.includes(kind)).length, 'files', filesMax),
    ...(refuse?.(approved) ?? []),
  ]
}

/** Returns what an admin needs to post an approved preview in a network by hand. */
export function platformKitOf(platform: Platform, approved: Approved): PlatformKit {
  const network = networks[platform]
  const { titleMax, textMax, lengthOf, hashtagsMax = null, showLinks, warn } = network
  const { title } = approved
  const caption = showLinks?.(approved.caption) ?? approved.caption
  const tags = { count: countHashtags(caption), max: hashtagsMax }
  const titles: KitText[] = titleMax ? [{ part: 'title', text: title, length: charactersOf(title), max: titleMax }] : []
  const texts: KitText[] = [...titles, { part: 'text', text: caption, length: lengthOf(caption), max: textMax }]
  return {
    platform,
    texts,
    hashtags: tags,
    warnings: [
      ...texts.filter(isTooLong).map(tooLong),
      ...refusalsOf(platform, approved),
      ...tooMany(platform, tags.count, 'hashtags', hashtagsMax),
      ...(warn?.(approved) ?? []),
    ],
    ...composerOf(network, caption),
  }
}
