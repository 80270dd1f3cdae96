import { addDays, type CalendarDate, isCalendarDate } from '@app/contracts/rules/business-dates.ts'
import type { FindingKind } from '@app/contracts/rules/proofreading.ts'
import { pickFrom } from '../faults/fuzz/worst-cases.ts'
import { type Facts, fill, type Slot, type Style, slotsIn, type Template, type Texts } from './compose.ts'

/** The kinds of faults that are planted, and the kinds of findings that report them. */
export const faultKinds = {
  weekday: ['weekday', 'date'],
  'date passed': ['date-passed', 'date', 'weekday'],
  'times reversed': ['times-reversed', 'time'],
  phone: ['phone'],
  'email or web address': ['email', 'web-address'],
  price: ['price'],
  'company name': ['company-name'],
  spelling: ['spelling', 'headline'],
  placeholder: ['placeholder', 'phone', 'email', 'web-address'],
  contrast: ['contrast'],
} as const satisfies Record<string, readonly FindingKind[]>
export type FaultKind = keyof typeof faultKinds
export const allFaultKinds = Object.keys(faultKinds) as FaultKind[]

type Side = 'picture' | 'caption'

/** A preview before its facts are filled in. */
export interface Draft {
  template: Template
  facts: Facts
  postingDate: CalendarDate
  styles: Record<Side, Style>
}

/** The texts of a preview with a fault. */
export interface Planted {
  texts: Texts
  /** The indexes of the lines that are wrong. */
  lines: number[]
  /** The range of the caption that is wrong. */
  range?: { from: number; to: number }
  /** The contrast that a line has. */
  contrast?: number
}

export const textsOf = ({ template, facts, styles }: Draft, changes: Partial<Record<Side, Partial<Facts>>> = {}): Texts => ({
  lines: template.lines.map(({ role, text }) => ({ role, text: fill(text, { ...facts, ...changes.picture }, styles.picture) })),
  caption: fill(template.caption, { ...facts, ...changes.caption }, styles.caption),
})

const templateOfSide = ({ template }: Draft, side: Side): string =>
  side === 'caption' ? template.caption : template.lines.map(({ text }) => text).join('\n')

/** Returns the sides that say one of the facts. */
const sidesWith = (draft: Draft, names: readonly Slot[]): Side[] =>
  (['picture', 'caption'] as const).filter((side) => slotsIn(templateOfSide(draft, side)).some((name) => names.includes(name)))

/** Chooses where the fault is: most are in the picture, some in the caption, and some in both. */
function chosenSides(sides: readonly Side[], random: () => number): Side[] {
  if (sides.length < 2) return [...sides]
  return pickFrom([['picture'], ['picture'], ['picture'], ['caption'], ['picture', 'caption']] as const, random).slice()
}

const vowels = 'aeiou'

/** Misspells a word as people do: two letters swapped, one missing, doubled, or another vowel. */
export function misspell(word: string, random: () => number): string {
  const at = 1 + Math.floor(random() * (word.length - 2))
  const [letter = '', next = ''] = [word[at], word[at + 1]]
  const replaced = vowels.includes(letter)
    ? pickFrom(
        [...vowels].filter((vowel) => vowel !== letter),
        random,
      )
    : letter + letter
  const misspelled = pickFrom(
    [
      word.slice(0, at) + next + letter + word.slice(at + 2),
      word.slice(0, at) + word.slice(at + 1),
      word.slice(0, at) + letter + word.slice(at),
      word.slice(0, at) + replaced + word.slice(at + 1),
    ],
    random,
  )
  return misspelled === word ? misspell(word, random) : misspelled
}

/** Misspells one of the longer words of a text that `isChosen` accepts. Returns the text unchanged if there is none. */
function withMisspelling(text: string, random: () => number, isChosen: (word: string) => boolean = () => true): string {
  const words = [...text.matchAll(/(?<![\w@#./’'-])[A-Za-z][a-z]{5,}(?![\w@./’'-])/g)].filter(([word]) => isChosen(word))
  if (words.length === 0) return text
  const { 0: word, index } = pickFrom(words, random)
  return text.slice(0, index) + misspell(word, random) + text.slice(index + word.length)
}

/** Swaps two neighboring digits that differ, among the last seven. */
function swapDigits(digits: string, random: () => number): string {
  const places = [3, 4, 5, 6, 7, 8].filter((at) => digits[at] !== digits[at + 1])
  const at = pickFrom(places, random)
  return digits.slice(0, at) + digits.charAt(at + 1) + digits.charAt(at) + digits.slice(at + 2)
}

/** Changes one letter of an address before its ending. */
function misspellAddress(address: string, random: () => number): string {
  const [, start = '', label = '', ending = ''] = /^(.*@)?(.*)(\.example)$/.exec(address) ?? []
  return start + misspell(label, random) + ending
}

function wrongPrice(price: number, random: () => number): number {
  const digits = String(price)
  const swapped = Number([...digits].reverse().join(''))
  const others = [price + 5, price + 10, price + 1, ...(digits.length === 2 && swapped > 9 && swapped !== price ? [swapped, swapped] : [])]
  return pickFrom(others, random)
}

function lastYear(date: CalendarDate): CalendarDate {
  const moved = `${Number(date.slice(0, 4)) - 1}${date.slice(4)}`
  return isCalendarDate(moved) ? moved : addDays(date, -365)
}

/** What people forget to replace in templates of designs and captions. */
const placeholders: Partial<Record<Slot, readonly string[]>> = {
  date: ['[date]', '[insert date]', 'Date TBD'],
  deadline: ['[deadline date]', 'XX/XX'],
  price: ['$XX', '[price]'],
  percent: ['XX%'],
  phone: ['123-456-7890', '[phone number]', '+123-456-7890'],
  site: ['www.reallygreatsite.com', 'yourwebsite.com', '[link]'],
  email: ['hello@reallygreatsite.com', '[email]'],
  handle: ['@reallygreatsite', '@yourhandle'],
  street: ['123 Anywhere St., Any City', '[address]'],
  times: ['[time]', '[start time] – [end time]'],
}
const placeholderTexts = ['Lorem ipsum dolor sit amet', 'Your text here', 'Add your subheading here', 'Insert tagline here']

function withPlaceholder(draft: Draft, random: () => number): Texts {
  const clean = textsOf(draft)
  const side = chosenSides(['picture', 'caption'], random)[0] ?? 'picture'
  const names = slotsIn(templateOfSide(draft, side)).filter((name) => placeholders[name])
  const sub = draft.template.lines.findIndex(({ role }) => role === 'sub')
  if (sub >= 0 && side === 'picture' && (names.length === 0 || random() < 0.3)) {
    const text = pickFrom(placeholderTexts, random)
    return { ...clean, lines: clean.lines.map((line, index) => (index === sub ? { ...line, text } : line)) }
  }
  if (names.length === 0) return clean
  const name = pickFrom(names, random)
  const text = pickFrom(placeholders[name] ?? [], random)
  const replaced = (template: string): string => template.replaceAll(`{${name}}`, text)
  const { lines, caption } = draft.template
  const template =
    side === 'picture'
      ? { caption, lines: lines.map((line) => ({ ...line, text: replaced(line.text) })) }
      : { lines, caption: replaced(caption) }
  return textsOf({ ...draft, template })
}

function withSpelling(draft: Draft, random: () => number): Texts {
  const clean = textsOf(draft)
  const side = chosenSides(['picture', 'caption'], random)[0] ?? 'picture'
  const fromTemplate = ({ text }: { text: string }): boolean => slotsIn(text).length === 0
  const indexes = draft.template.lines.flatMap((line, index) => (line.role !== 'name' && fromTemplate(line) ? [index] : []))
  if (side === 'picture') {
    const chosen = pickFrom(indexes, random)
    return {
      ...clean,
      lines: clean.lines.map((line, index) => (index === chosen ? { ...line, text: withMisspelling(line.text, random) } : line)),
    }
  }
  // Words with a capital may be names.
  const isPlain = (word: string): boolean => word === word.toLowerCase()
  return { ...clean, caption: fill(withMisspelling(draft.template.caption, random, isPlain), draft.facts, draft.styles.caption) }
}

/** Writes both times with "am" or "pm", because "8–5 pm" is a usual day. */
const withBothHalves = (draft: Draft): Draft => ({
  ...draft,
  styles: { picture: { ...draft.styles.picture, times: 'dash' }, caption: { ...draft.styles.caption, times: 'to' } },
})

const changes: Partial<
  Record<FaultKind, { slots: readonly Slot[]; isOneSided?: boolean; change: (facts: Facts, random: () => number) => Partial<Facts> }>
> = {
  weekday: { slots: ['date'], change: (_, random) => ({ weekdayShift: pickFrom([-1, -1, 1, 2], random) }) },
  'date passed': {
    slots: ['date'],
    change: ({ date }, random) =>
      random() < 0.5 ? { date: lastYear(date), saysYear: true } : { date: addDays(date, -7 * Math.ceil(5 + random() * 3)) },
  },
  'times reversed': { slots: ['times'], change: ({ start, end }) => ({ start: end, end: start }) },
  phone: { slots: ['phone'], change: ({ phone }, random) => ({ phone: swapDigits(phone, random) }) },
  'email or web address': {
    slots: ['site', 'email'],
    change: ({ site, email }, random) => ({ site: misspellAddress(site, random), email: misspellAddress(email, random) }),
  },
  price: { slots: ['price'], isOneSided: true, change: ({ price }, random) => ({ price: wrongPrice(price, random) }) },
  'company name': {
    slots: ['name', 'short'],
    change: ({ name, short }, random) => {
      const word = pickFrom(short.match(/[A-Za-z]{5,}/g) ?? [short], random)
      const misspelled = misspell(word, random)
      return { name: name.replace(word, misspelled), short: short.replace(word, misspelled) }
    },
  },
}

function changedTexts(draft: Draft, kind: FaultKind, random: () => number): Texts {
  if (kind === 'spelling') return withSpelling(draft, random)
  if (kind === 'placeholder') return withPlaceholder(draft, random)
  const rule = changes[kind]
  if (!rule) return textsOf(draft)
  const written = kind === 'times reversed' ? withBothHalves(draft) : draft
  const sides = chosenSides(sidesWith(draft, rule.slots), random).slice(0, rule.isOneSided ? 1 : 2)
  const changed = rule.change(draft.facts, random)
  return textsOf(written, Object.fromEntries(sides.map((side) => [side, changed])))
}

/** Returns the range of a text that differs from another one. Undefined if they are equal. */
function differingRange(text: string, other: string): { from: number; to: number } | undefined {
  if (text === other) return undefined
  let [from, end] = [0, 0]
  while (text[from] === other[from]) from += 1
  while (end < Math.min(text.length, other.length) - from && text.at(-1 - end) === other.at(-1 - end)) end += 1
  return { from: Math.max(0, from - 1), to: text.length - end + 1 }
}

/** Returns the texts of a preview with a fault. Undefined if the preview has nothing that can be wrong in this way. */
export function plant(draft: Draft, kind: FaultKind, random: () => number): Planted | undefined {
  if (kind === 'price' && sidesWith(draft, ['price']).length < 2) return undefined
  if (kind === 'contrast') {
    const texts = textsOf(draft)
    const lines = texts.lines.flatMap(({ role, text }, index) => (role !== 'headline' && text.length > 8 ? [index] : []))
    return lines.length === 0 ? undefined : { texts, lines: [pickFrom(lines, random)], contrast: 1.4 + random() }
  }
  const texts = changedTexts(draft, kind, random)
  const clean = textsOf(kind === 'times reversed' ? withBothHalves(draft) : draft)
  const lines = texts.lines.flatMap(({ text }, index) => (text === clean.lines[index]?.text ? [] : [index]))
  const range = differingRange(texts.caption, clean.caption)
  return lines.length === 0 && !range ? undefined : { texts, lines, range }
}
