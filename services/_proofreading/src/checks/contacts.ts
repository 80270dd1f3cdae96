import type { FindingKind } from '@app/contracts/rules/proofreading.ts'
import parsePhoneNumber from 'libphonenumber-js/min'
import { editDistance, isLookalike, isSimilarInHandwriting, isSimilarNumber, isSwap } from '../edit-distance.ts'
import { type Found, findingsAt, type Passage, rangesOf, type TextRange } from '../passages.ts'
import type { CheckedCompany } from '../types.ts'

/** A phone number, address or the like that is right. */
interface Known {
  value: string
  /** As messages show it. */
  shown: string
  /** Whose it is: "the profile" or "the brief". */
  owner: string
}

interface Comparison {
  kind: FindingKind
  noun: string
  near: (value: string, known: string) => boolean
  /** Whether the difference may be on purpose, because others have almost the same. */
  isDoubtful?: (value: string, known: string) => boolean
}

/** A brief names fewer contacts than this. */
const KNOWN_MAX = 50

const PROFILE = 'profile'
const BRIEF = 'brief'

/** Whether text recognition may have read a known text as the other one. It often loses the first or last letters of a line. */
const isPossiblyMisread = (value: string, known: string): boolean =>
  isLookalike(value, known) || isSimilarInHandwriting(value, known) || known.startsWith(value) || known.endsWith(value)

/** Returns the finding about a text that is almost a known one, and not one of the others. */
function almost(passage: Passage, found: TextRange, value: string, known: readonly Known[], comparison: Comparison): Found[] {
  const { kind, noun, near } = comparison
  if (known.some((each) => each.value === value)) return []
  const match = known.find((each) => near(value, each.value))
  if (!match || (passage.isRecognized && isPossiblyMisread(value, match.value))) return []
  const isMisread = passage.isRecognized && (value.length !== match.value.length || isSimilarNumber(value, match.value))
  return findingsAt(passage, found, {
    kind,
    certainty: isMisread || comparison.isDoubtful?.(value, match.value) ? 'likely' : 'sure',
    comparedWith: match.owner,
    message: `${passage.name} says “${found.text}”. The ${noun} in the ${match.owner} is ${match.shown}.`,
    facts: [`${kind}:${value}`],
    right: match.shown,
  })
}

/** Ten or more digits with the usual separators, or a number with a country code. In designs, lines end after the area code. */
const phone = /(?<![\d.,/$#-])(?:\+\d{1,3}[ .-]?)?(?:\(\d{2,4}\)\n?|\d{2,4}(?:[.-]\n)?)[ .-]{0,2}\d{3,4}[ .-]?\d{3,4}(?![\d/])/g
const PHONE_DIGITS_MIN = 9

/** Returns the digits of a phone number without the country code. */
const nationalDigits = (text: string): string =>
  parsePhoneNumber(text, 'US')?.nationalNumber.toString() ?? text.replaceAll(/\D/g, '').replace(/^1(?=\d{10}$)/, '')

const shownPhone = (text: string): string => parsePhoneNumber(text, 'US')?.formatNational() ?? text.trim()

const phonesIn = (text: string): TextRange[] =>
  rangesOf(text, phone).filter((found) => found.text.replaceAll(/\D/g, '').length >= PHONE_DIGITS_MIN)

/** Two digits swapped or replaced, or one missing. Three digits or more are another number. */
const isNearPhone = (value: string, known: string): boolean =>
  (value.length === known.length && editDistance(value, known, 2) <= 2) || editDistance(value, known, 1) <= 1

/** Two replaced digits may be another number of the company. */
const isOtherPhone = (value: string, known: string): boolean => value.length === known.length && editDistance(value, known, 1) > 1

/** Compares phone numbers. Beside the right number, another number with other digits is a second one. */
function checkPhones(passage: Passage, known: readonly Known[]): Found[] {
  const phones = phonesIn(passage.text).map((found) => ({ found, value: nationalDigits(found.text) }))
  const hasRight = phones.some(({ value }) => known.some((each) => each.value === value))
  const near = hasRight ? isSwap : isNearPhone
  return phones.flatMap(({ found, value }) =>
    almost(passage, found, value, known, { kind: 'phone', noun: 'phone number', near, isDoubtful: isOtherPhone }),
  )
}

/** Runs without spaces that may be an email address or a web address. */
const run = /[^\s"<>()[\]{},;|]+/g
const emailAddress = /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/
const webAddress = /^(?:https?:\/\/)?(?:[\w-]+\.)+[a-z]{2,}(?:[/?#:].*)?$/i
const END = /[.!?:'*]{1,3}$/

interface Address extends TextRange {
  isEmail: boolean
}

/** Returns the email addresses and web addresses of a text. */
export function addressesIn(text: string): Address[] {
  return rangesOf(text, run).flatMap((found) => {
    const trimmed = found.text.replace(END, '')
    const isEmail = emailAddress.test(trimmed)
    if (!isEmail && !(trimmed.includes('.') && !trimmed.includes('@') && webAddress.test(trimmed))) return []
    return [{ text: trimmed, from: found.from, to: found.from + trimmed.length, isEmail }]
  })
}

const withoutScheme = (address: string): string =>
  address
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
const hostOf = (address: string): string => /^[^/?#:]*/.exec(withoutScheme(address))?.[0] ?? ''
/** Returns the path of an address, without a slash at its end and without parameters. */
const pathOf = (address: string): string => (/^[^/?#]*\/([^?#]*)/.exec(withoutScheme(address))?.[1] ?? '').replace(/\/$/, '')

const EMAIL_MIN = 8
const isNearAddress = (value: string, known: string): boolean =>
  Math.min(value.length, known.length) >= EMAIL_MIN && editDistance(value, known, 2) <= 2

function checkEmails(passage: Passage, addresses: readonly Address[], known: readonly Known[]): Found[] {
  return addresses
    .filter(({ isEmail }) => isEmail)
    .flatMap((found) =>
      almost(passage, found, found.text.toLowerCase(), known, { kind: 'email', noun: 'email address', near: isNearAddress }),
    )
}

const HOST_MIN = 7
const HOST_SHORT = 10
const isNearHost = (value: string, known: string): boolean =>
  known.length >= HOST_MIN &&
  !value.endsWith(`.${known}`) &&
  !known.endsWith(`.${value}`) &&
  editDistance(value, known, 2) <= (known.length < HOST_SHORT ? 1 : 2)

function checkHosts(passage: Passage, addresses: readonly Address[], known: readonly Known[]): Found[] {
  return addresses
    .filter(({ isEmail }) => !isEmail)
    .flatMap((found) => almost(passage, found, hostOf(found.text), known, { kind: 'web-address', noun: 'web address', near: isNearHost }))
}

const PATH_MIN = 4
const isNearPath = (value: string, known: string): boolean => {
  const slash = known.indexOf('/')
  const path = value.slice(value.indexOf('/') + 1)
  return value.startsWith(known.slice(0, slash + 1)) && path.length >= PATH_MIN && editDistance(path, known.slice(slash + 1), 2) <= 2
}

/** Compares pages of the same site with those that the brief names. */
function checkPaths(passage: Passage, addresses: readonly Address[], known: readonly Known[]): Found[] {
  const pageOf = (address: string): string => `${hostOf(address)}/${pathOf(address)}`
  const pages = known.filter(({ shown }) => pathOf(shown) !== '').map((each) => ({ ...each, value: pageOf(each.shown) }))
  return addresses
    .filter(({ isEmail, text }) => !isEmail && pathOf(text) !== '')
    .flatMap((found) => almost(passage, found, pageOf(found.text), pages, { kind: 'web-address', noun: 'web address', near: isNearPath }))
}

/** A name in a network: @harborandpine. */
const mention = /(?<![\w.])@\w[\w.]{4,30}/g
const MENTION_MIN = 8
const isNearMention = (value: string, known: string): boolean => known.length >= MENTION_MIN && editDistance(value, known, 1) <= 1

/** Returns the name in the address of a page in a network. */
const mentionOf = (address: string): string => `@${pathOf(address).split('/').at(-1)?.replace(/^@/, '') ?? ''}`

const checkMentions = (passage: Passage, known: readonly Known[]): Found[] =>
  rangesOf(passage.text, mention).flatMap((found) =>
    almost(passage, found, found.text.toLowerCase(), known, { kind: 'web-address', noun: 'name in networks', near: isNearMention }),
  )

/** Long forms of the endings of streets, by their short forms. */
const streetEndings: Readonly<Record<string, string>> = {
  st: 'street',
  ave: 'avenue',
  av: 'avenue',
  blvd: 'boulevard',
  rd: 'road',
  dr: 'drive',
  ln: 'lane',
  ct: 'court',
  pl: 'place',
  sq: 'square',
  hwy: 'highway',
  pkwy: 'parkway',
  cir: 'circle',
  ter: 'terrace',
  trl: 'trail',
}
const longEnding = (word: string): string => streetEndings[word] ?? word
const endings = new Set([...Object.values(streetEndings), 'way', 'alley', 'row', 'pike', 'broadway', 'plaza'])

/** A house number, up to four words, and the ending of a street. */
const street = /\b\d{1,6} (?:[a-z\d'.-]{1,30} ){1,4}[a-z]{2,9}\b/gi

const normalStreet = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll(/[.,#]/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '')
    .map(longEnding)

/** Returns the house number and the name of a street, up to its ending: "1209 meeting street". */
function streetOf(text: string): string | undefined {
  const words = normalStreet(text)
  const end = words.findIndex((word, index) => index > 1 && endings.has(word))
  return /^\d+$/.test(words[0] ?? '') && end > 0 ? words.slice(0, end + 1).join(' ') : undefined
}

/** Either the house number or the name of the street differs a little, and the other is the same. */
function isNearStreet(value: string, known: string): boolean {
  const [number = '', ...name] = value.split(' ')
  const [knownNumber = '', ...knownName] = known.split(' ')
  if (name.join(' ') === knownName.join(' ')) return number.length > 1 && editDistance(number, knownNumber, 1) <= 1
  return number === knownNumber && editDistance(name.join(' '), knownName.join(' '), 2) <= 2
}

/** A house number with another digit may be another house in the street. */
function isNeighbor(value: string, known: string): boolean {
  const [number = '', ...name] = value.split(' ')
  const [knownNumber = '', ...knownName] = known.split(' ')
  return name.join(' ') === knownName.join(' ') && !isSwap(number, knownNumber)
}

function streetsIn(text: string): (TextRange & { value: string })[] {
  return rangesOf(text, street).flatMap((found) => {
    const value = streetOf(found.text)
    if (value === undefined) return []
    const length = value.split(' ').length
    const shown = found.text.split(' ').slice(0, length).join(' ')
    return [{ text: shown, from: found.from, to: found.from + shown.length, value }]
  })
}

const checkStreets = (passage: Passage, known: readonly Known[]): Found[] =>
  streetsIn(passage.text).flatMap((found) =>
    almost(passage, found, found.value, known, { kind: 'address', noun: 'street', near: isNearStreet, isDoubtful: isNeighbor }),
  )

const zipAfterPlace = /(?<=[a-z]{2}[., ]{1,3})\d{5}(?![\d$%])/gi
const PLACE_LENGTH = 40

/** Compares a zip code after the company's city, or its state if the profile names no city. A city has zip codes that differ in a digit. */
function checkZips(passage: Passage, { city, state }: CheckedCompany, known: readonly Known[]): Found[] {
  const place = (city.trim() || state.trim()).toLowerCase()
  if (place === '') return []
  return rangesOf(passage.text, zipAfterPlace)
    .filter(({ from }) =>
      passage.text
        .slice(Math.max(0, from - PLACE_LENGTH), from)
        .toLowerCase()
        .includes(place),
    )
    .flatMap((found) => almost(passage, found, found.text, known, { kind: 'address', noun: 'zip code', near: isSwap }))
}

/** Returns phone numbers, email addresses, web addresses, streets and zip codes that are almost the company's or the brief's. */
export function checkContacts(passages: readonly Passage[], company: CheckedCompany, briefText: string): Found[] {
  const inBrief = addressesIn(briefText)
  const knownOf = (
    profile: readonly string[],
    brief: readonly string[],
    normalize: (text: string) => string,
    show = normalize,
  ): Known[] => [
    ...profile.filter((text) => text.trim() !== '').map((text) => ({ value: normalize(text), shown: show(text), owner: PROFILE })),
    ...brief.slice(0, KNOWN_MAX).map((text) => ({ value: normalize(text), shown: show(text), owner: BRIEF })),
  ]
  const textsOf = (ranges: readonly TextRange[]): string[] => ranges.map(({ text }) => text)
  const asIs = (text: string): string => text.trim()
  const phones = knownOf([company.phone], textsOf(phonesIn(briefText)), nationalDigits, shownPhone)
  const emails = knownOf([company.email], textsOf(inBrief.filter(({ isEmail }) => isEmail)), (text) => text.trim().toLowerCase(), asIs)
  const sites = textsOf(inBrief.filter(({ isEmail }) => !isEmail))
  const hosts = knownOf([company.website, ...company.social], sites, (text) => hostOf(text.trim()), withoutScheme)
  const mentions = knownOf(company.social, textsOf(rangesOf(briefText, mention)), (text) =>
    text.startsWith('@') ? text.toLowerCase() : mentionOf(text),
  )
  const streets = knownOf(
    [company.address1, company.address2].filter((text) => streetOf(text) !== undefined),
    textsOf(streetsIn(briefText)),
    (text) => streetOf(text) ?? '',
    asIs,
  )
  const zips = knownOf([company.zip.slice(0, 5)], textsOf(rangesOf(briefText, zipAfterPlace)), asIs)
  return passages.flatMap((passage) => {
    const addresses = addressesIn(passage.text)
    return [
      ...checkPhones(passage, phones),
      ...checkEmails(passage, addresses, emails),
      ...checkHosts(passage, addresses, hosts),
      ...checkPaths(passage, addresses, hosts),
      ...checkMentions(passage, mentions),
      ...checkStreets(passage, streets),
      ...checkZips(passage, company, zips),
    ]
  })
}
