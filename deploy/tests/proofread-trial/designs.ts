import { recordOf } from '@app/contracts/primitives.ts'
import { briefTexts } from '@app/contracts/rules/brief.ts'
import { addDays, type CalendarDate } from '@app/contracts/rules/business-dates.ts'
import { withoutLinks } from '@app/contracts/rules/platform-rules.ts'
import { platformKitOf } from '@app/contracts/rules/posting-kit.ts'
import { type Platform, platforms } from '@app/contracts/rules/task-status.ts'
import type { PreviewCheck } from '@app/proofreading/check-preview.ts'
import { pickFrom, randomOf } from '../faults/fuzz/worst-cases.ts'
import { type Business, businesses, type Post } from './businesses.ts'
import { captionStyle, factsOf, fill, pictureStyle, slotsIn, templateOf } from './compose.ts'
import { contrastOf, type Drawn, layouts } from './layouts.ts'
import { allFaultKinds, type Draft, type FaultKind, type Planted, plant, textsOf } from './plant.ts'

/** A preview to check, and how its picture is drawn. */
export interface Design {
  number: number
  layout: string
  drawn: Drawn
  alternativeText: string
  check: Omit<PreviewCheck, 'files' | 'signal'>
  fault?: { kind: FaultKind } & Planted
}

const FIRST_DAY = '2026-11-02'
const DAYS = 400

const sizes = [
  [1080, 1350],
  [1080, 1350],
  [1080, 1080],
  [1080, 1080],
  [1200, 1000],
] as const

/** Fonts of headlines and of other texts. Scripts are only used for headlines, as designers do. */
const fontPairs = [
  ["'Great Vibes'", "'Montserrat'"],
  ["'Dancing Script'", "'Josefin Sans'"],
  ["'Pacifico'", "'Inter'"],
  ["'Caveat'", "'Montserrat'"],
  ["'Bebas Neue'", "'Oswald'"],
  ["'Bebas Neue'", "'Inter'"],
  ["'Oswald'", "'Montserrat'"],
  ["'Playfair Display'", "'Inter'"],
  ["'Playfair Display'", "'Playfair Display'"],
  ["'Montserrat'", "'Montserrat'"],
  ["'Josefin Sans'", "'Josefin Sans'"],
  ["'Oswald'", "'Caveat'"],
] as const

const isLink = /\w\.\w/

/** Returns two networks at which the caption fits. */
function platformsFor(title: string, caption: string, random: () => number): Platform[] {
  const fits = platforms.filter((platform) => {
    const { texts, hashtags } = platformKitOf(platform, { title, caption, kinds: ['image'] })
    const isShort =
      texts.every(({ length, max }) => max === null || length <= max) && (hashtags.max === null || hashtags.count <= hashtags.max)
    return isShort && platform !== 'platform_youtube' && !(withoutLinks.includes(platform) && isLink.test(caption))
  })
  return fits.length === 0 ? [] : [...new Set([pickFrom(fits, random), pickFrom(fits, random)])]
}

/** Returns the brief as the business wrote it. It contains no fault. */
function briefOf(post: Post, { facts, styles, postingDate }: Draft, caption: string, random: () => number): PreviewCheck['brief'] {
  const text = (template: string): string => fill(template, facts, styles.caption)
  const isDated = post.details.some((detail) => slotsIn(detail).includes('date'))
  const isTimed = post.details.some((detail) => slotsIn(detail).includes('times'))
  return {
    ...recordOf(briefTexts, () => ''),
    title: post.headline,
    headline: text(post.headline),
    offerormessage: text(post.offer ?? ''),
    calltoaction: text(post.action),
    description: [isDated ? text('It is on {date}.') : '', isTimed ? text('{times}') : ''].join(' ').trim(),
    guidlines: 'Warm and friendly, not too formal.',
    targetPostingDate: postingDate,
    targetPostingTime: null,
    platforms: platformsFor(post.headline, caption, random),
  }
}

function companyOf(business: Business, { facts }: Draft): PreviewCheck['company'] {
  return {
    companyName: business.name,
    dba: business.short,
    email: facts.email,
    phone: facts.phone,
    website: `https://www.${business.site}`,
    address1: business.street,
    address2: '',
    city: business.city,
    state: business.state,
    zip: business.zip,
    fontfamily: '',
    colors: business.colors,
    social: [`https://www.instagram.com/${facts.handle.slice(1)}`],
  }
}

const inkOn = (color: string): string => (contrastOf(color, '#ffffff') >= 4.5 ? '#ffffff' : '#161616')

function draftOf(business: Business, post: Post, random: () => number): Draft {
  const postingDate: CalendarDate = addDays(FIRST_DAY, Math.floor(random() * DAYS))
  return {
    postingDate,
    template: templateOf(post, random),
    facts: factsOf(business, postingDate, random),
    styles: { picture: pictureStyle(random), caption: captionStyle(random) },
  }
}

/** Returns a preview of one of the posts. With a kind of fault, it looks for a post that can have it. */
function designOf(number: number, kind: FaultKind | undefined, photoCount: number, random: () => number): Design {
  const business = pickFrom(businesses, random)
  const post = pickFrom(business.posts, random)
  const draft = draftOf(business, post, random)
  const planted = kind && plant(draft, kind, random)
  if (kind && !planted) return designOf(number, kind, photoCount, random)
  const { lines, caption } = planted?.texts ?? textsOf(draft)
  const names = Object.keys(layouts)
  const [width, height] = pickFrom(sizes, random)
  const [dark, light, accent] = business.colors
  const [display, text] = pickFrom(fontPairs, random)
  return {
    number,
    layout: names[number % names.length] ?? '',
    drawn: {
      width,
      height,
      photo: `var(--photo${Math.floor(random() * photoCount)})`,
      colors: { dark, light, accent, onAccent: inkOn(accent) },
      fonts: { display, text },
      lines,
      ...(planted?.contrast !== undefined && { faint: { line: planted.lines[0] ?? 0, contrast: planted.contrast } }),
    },
    alternativeText: `${post.headline}: a design with the details`,
    check: {
      caption,
      brief: briefOf(post, draft, caption, random),
      company: companyOf(business, draft),
      today: addDays(draft.postingDate, -3),
      earlierTexts: [],
      accepted: [],
      earlierPictures: [],
    },
    ...(kind && planted && { fault: { kind, ...planted } }),
  }
}

/** Returns `count` previews, of which `faulty` have a fault, the same number of each kind. The same seed gives the same previews. */
export function designsOf(count: number, faulty: number, photoCount: number, seed: number): Design[] {
  const random = randomOf(seed)
  const order = Array.from({ length: count }, (_, number) => ({ number, key: random() })).sort((one, other) => one.key - other.key)
  const kinds = new Map(order.slice(0, faulty).map(({ number }, index) => [number, allFaultKinds[index % allFaultKinds.length]]))
  return Array.from({ length: count }, (_, number) => designOf(number, kinds.get(number), photoCount, random))
}
