import { editDistance } from '../edit-distance.ts'
import { languageOf } from '../language.ts'
import { type Found, type Passage, RELIABLE, wordsIn } from '../passages.ts'
import type { ReadFile, Subject, Word } from '../types.ts'
import { addressesIn } from './contacts.ts'

const fillers = new Set(
  'the a an of to in on at for and or your our you we is are with this that all from only just now get it be us me my so do not no if as by up out'.split(
    ' ',
  ),
)

/** The beginning of a word, so that "reserve" and "reservations" are the same. */
const STEM = 5
const stemOf = (word: string): string => word.toLowerCase().replaceAll("'", '').slice(0, STEM)

const contentWords = (text: string): string[] =>
  wordsIn(text)
    .map(({ text: word }) => word.toLowerCase())
    .filter((word) => word.length > 1 && !fillers.has(word))
    .map(stemOf)

/** Shorter beginnings are too close to others. */
const MISREAD_MIN = 4

/** Whether a preview contains a word. One of its letters may be misread. */
const isSaid = (word: string, said: ReadonlySet<string>): boolean =>
  said.has(word) || (word.length >= MISREAD_MIN && [...said].some((other) => editDistance(word, other, 1) <= 1))

/** Returns how many of a text's words a preview contains, from 0 to 1. */
function share(text: string, said: ReadonlySet<string>): number {
  const words = contentWords(text)
  return words.length === 0 ? 1 : words.filter((word) => isSaid(word, said)).length / words.length
}

const HEADLINE_SHARE = 0.5
const price = /\$ ?\d/
const percentage = /\d ?%/

/** Whether an offer names a price or percentage, and the preview names none at all. A different one is a contradiction, not missing. */
const isNumberMissing = (offer: string, said: string): boolean =>
  [price, percentage].some((number) => number.test(offer)) && ![price, percentage].some((number) => number.test(said))

/** Verbs with which posts ask people to do something. */
const actions =
  /\b(?:apply|ask|book|browse|buy|call|check out|click|come|contact|dm|donate|download|drop by|email|enter|find|follow|get|give|grab|join|learn|message|order|pick up|register|reply|reserve|rsvp|schedule|see you|shop|sign up|stop by|subscribe|swing by|tag|text us|tap|try|visit|vote|watch|write)\b/i

/** Whether a text asks people to do something, or tells where to do it. */
const asksForAction = (text: string): boolean => actions.test(text) || addressesIn(text).length > 0

/** Whether some text in the files may be unreadable: no word was found in a picture or video. */
const hasUnreadFile = (files: readonly ReadFile[]): boolean => files.some(({ words }) => words.length === 0)

/** How much larger the letters of a headline are than those of the other lines. */
const HEADLINE_LARGER = 1.5
const HEADLINE_LETTERS_MIN = 4

const middleHeight = (words: readonly Word[]): number =>
  words.map(({ box }) => box.height).sort((one, other) => one - other)[Math.floor(words.length / 2)] ?? 0

/**
 * Whether the headline of a file was read: a line with larger letters than the others. Headlines in unusual letters are often not read at
 * all, so that another line, or the company's name, is the largest one.
 */
function hasReadHeadline({ words }: ReadFile, names: readonly string[]): boolean {
  if (words.every(({ confidence }) => confidence === 100)) return true
  const lines = [...Map.groupBy(words, ({ line }) => line).values()].map((line) => ({ line, height: middleHeight(line) }))
  lines.sort((one, other) => one.height - other.height)
  const [usual, largest] = [lines[Math.floor((lines.length - 1) / 2)], lines.at(-1)]
  if (!usual || !largest || largest.height < HEADLINE_LARGER * usual.height) return false
  const text = largest.line.map((word) => word.text).join(' ')
  const isName = names.some((name) => name !== '' && contentWords(name).some((word) => contentWords(text).includes(word)))
  return !isName && text.length >= HEADLINE_LETTERS_MIN && largest.line.every(({ confidence }) => confidence >= RELIABLE)
}

const SHOWN_MAX = 100
const shown = (text: string): string => (text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX).trimEnd()}…` : text)

const missing = (part: string, text: string, place: Passage): Found => ({
  kind: 'brief-missing',
  certainty: 'likely',
  words: text.trim(),
  place: place.placeOf(0, 0),
  comparedWith: 'brief',
  message: `The brief asks for the ${part} “${shown(text.trim()).replace(/[.!]$/, '')}”. Neither the files nor the caption contain it.`,
  facts: [`missing:${part}`],
})

/** Returns the headline, offer and call to action of the brief that are in neither the files nor the caption. */
export function checkBrief({ brief, company, files }: Subject, caption: Passage, passages: readonly Passage[]): Found[] {
  const said = passages.map(({ text }) => text).join('\n')
  if (hasUnreadFile(files) || passages.some(({ language }) => language === 'other')) return []
  const words = new Set(contentWords(said))
  const { headline, offerormessage: offer, calltoaction: callToAction } = brief
  const isAsked = (text: string): boolean => text.trim() !== '' && languageOf(text) !== 'other'
  const names = [company.companyName, company.dba]
  const isHeadlineMissing = files.every((file) => hasReadHeadline(file, names)) && share(headline, words) < HEADLINE_SHARE
  const isOfferMissing = isNumberMissing(offer, said) || share(offer, words) === 0
  // A picture without a caption is an announcement: only the headline must be in it.
  const hasCaption = caption.text.trim() !== ''
  return [
    ...(isAsked(headline) && isHeadlineMissing ? [missing('headline', headline, caption)] : []),
    ...(hasCaption && isAsked(offer) && isOfferMissing ? [missing('offer', offer, caption)] : []),
    ...(hasCaption && isAsked(callToAction) && !asksForAction(said) && share(callToAction, words) === 0
      ? [missing('call to action', callToAction, caption)]
      : []),
  ]
}
