import { readFileSync } from 'node:fs'
import dictionary from 'dictionary-en'
import nspell from 'nspell'
import rareWordsPath from 'word-list'
import { isConfusedLetter, isLookalike } from './edit-distance.ts'

/** Words of posts that the dictionary lacks. */
const modernWords = (
  'acai affogato aioli airbnb americano americanos app apps backsplash barista baristas barre bbq bday bestie besties bffs boba ' +
  'bogo bougie brunching cardio carousel chai charcuterie chatbot cinco cleanup collab collabs comfy contactless convo cortado ' +
  'cortados cozy cpa cpas craveable crawfish crossfit curbside cyber decaf deets delish diy diyers dms doggo dojo doorbusters ' +
  'doordash doula dreidel ebook ecommerce edamame emoji emojis espressos esthetician etsy facetime fam fandom faqs fave faves ' +
  'florals flyer flyers fomo foodie foodies frappe frappes freebie freebies frosé frother frothers genz ghosting giftable glam ' +
  'glamping gofundme goodie gras grubhub guac hangry hey heya hiit hiya homebuyer homebuyers homeowner homeowners hotspot hotspots ' +
  'hygge iced inbox influencer influencers infographic infographics insta instagram instagrammable jalapeno jalapeño keto kiddo ' +
  'kiddos kombucha lattes legit lifehack lil lineup linkedin livestream livestreaming livestreams lookbook lowcountry macaron ' +
  'macarons macchiato macchiatos mahi makeover makerspace matcha meetup meetups merch microblading microgreens millennial ' +
  'millennials mimosas mocktail mocktails mom moms multigrain nacho nester nesters nite nonprofit nonprofits nye oat omg onboarding ' +
  'onsite ootd paleo paypal pedi pedis perks pho pickleball pics pilates pinterest pizzeria podcast podcasts popup popups prebook ' +
  'pregame preorder preorders presale promo promos prosciutto prosecco pupper queso quinoa ramen realtor realtors rebook rebrand ' +
  'rebranding reel reels remodel repost reposts rescheduled reshare retinol roasteries roastery rsvp rsvps saas sangria savoury ' +
  'selfie selfies seltzer seltzers sesh shoutout shoutouts sitewide skincare smartwatch smoothie smoothies snapchat snuggly ' +
  'sponsorship sponsorships spotify startup startups staycation staycations stuffers sunnies suv suvs tailgating takeout tbt ' +
  'throwback tiktok tiktoks totes touchless tween tweens ubereats unboxing upcycle upcycled upcycling updo updos upsell vacay vape ' +
  'veg veggie veggies venmo vibe vibes vlog vlogs walkthrough wearables webinar webinars weeknight weeknights wellness whatsapp ' +
  "wifi woohoo workout workouts workwear wow xoxo ya'll yall yay yoga yogis youtube yum yup zen zoom "
)
  .trim()
  .split(' ')

/** Days and months, so that a slip in one of them has a suggestion. */
const calendarNames =
  'sunday monday tuesday wednesday thursday friday saturday january february august september october november december'.split(' ')

/** Frequent slips that are too short, too far from the right word, or too close to a rare one, to find by changing one letter. */
const frequentSlips: Readonly<Record<string, string>> = {
  teh: 'the',
  hte: 'the',
  adn: 'and',
  yuo: 'you',
  yuor: 'your',
  thsi: 'this',
  taht: 'that',
  wiht: 'with',
  waht: 'what',
  jsut: 'just',
  ahve: 'have',
  liek: 'like',
  wich: 'which',
  calender: 'calendar',
  calenders: 'calendars',
  scedule: 'schedule',
  alot: 'a lot',
  tommorow: 'tomorrow',
  tommorrow: 'tomorrow',
  restaraunt: 'restaurant',
  publically: 'publicly',
  maintainance: 'maintenance',
  proffesional: 'professional',
  definatly: 'definitely',
  definately: 'definitely',
  accomodations: 'accommodations',
  independant: 'independent',
  recieve: 'receive',
  seperate: 'separate',
  tounge: 'tongue',
  custumer: 'customer',
  custumers: 'customers',
  garantee: 'guarantee',
  writting: 'writing',
  truely: 'truly',
  gradutaion: 'graduation',
}

interface Dictionary {
  correct: (word: string) => boolean
}

let loaded: Dictionary | undefined

/** Returns the dictionary. The first call loads it: half a second, 30 MB. */
function load(): Dictionary {
  if (loaded) return loaded
  const english = nspell(Buffer.from(dictionary.aff), Buffer.from(dictionary.dic))
  for (const word of [...modernWords, ...calendarNames]) english.add(word)
  loaded = english
  return english
}

/** No English word is longer, except in jokes. */
const WORD_MAX = 30

/** Whether the dictionary contains a word, also with a capital, or without accents. */
export function isRightWord(word: string): boolean {
  if (word.length > WORD_MAX) return false
  const english = load()
  const lower = word.toLowerCase()
  const forms = [word, lower, `${lower.charAt(0).toUpperCase()}${lower.slice(1)}`, withoutAccents(lower)]
  return forms.some((form) => english.correct(form))
}

/** Whether the dictionary contains a word in lower case, so that it is no name. */
export const isCommonWord = (word: string): boolean => word.length <= WORD_MAX && load().correct(word.toLowerCase())

/** Whether a word is the name of a day or of a month. */
export const isCalendarName = (word: string): boolean => calendarNames.includes(word)

/** Whether a word is a slip that many people make. */
export const isFrequentSlip = (word: string): boolean => Object.hasOwn(frequentSlips, word.toLowerCase())

let rareWords: string | undefined

/**
 * Whether a word is in a list of 274,000 English words. It has the names of dishes, plants and the like, but also so many rare words that
 * some slips are among them.
 */
export function isRareWord(word: string): boolean {
  // One string needs a tenth of the memory of a set.
  rareWords ??= readFileSync(rareWordsPath, 'latin1')
  return rareWords.includes(`\n${withoutAccents(word.toLowerCase())}\n`)
}

const withoutAccents = (word: string): string => word.normalize('NFD').replaceAll(/\p{M}/gu, '')

const letters = [...'abcdefghijklmnopqrstuvwxyz']

/** Returns the texts that differ by an apostrophe or one letter: swapped, removed, added and replaced, in the order of their likelihood. */
function* variantsOf(word: string): Generator<string> {
  for (let at = 1; at < word.length; at++) yield `${word.slice(0, at)}'${word.slice(at)}`
  for (let at = 1; at < word.length; at++) yield word.slice(0, at - 1) + word.charAt(at) + word.charAt(at - 1) + word.slice(at + 1)
  for (let at = 1; at < word.length; at++) yield word.slice(0, at) + word.slice(at + 1)
  for (let at = 1; at <= word.length; at++) for (const letter of letters) yield word.slice(0, at) + letter + word.slice(at)
  for (let at = 1; at < word.length; at++)
    for (const letter of letters) if (isConfusedLetter(word.charAt(at), letter)) yield word.slice(0, at) + letter + word.slice(at + 1)
}

/** Returns a word in lower case that differs by a slip, but not in the first letter. Undefined if there is none. */
export function suggestionFor(word: string): string | undefined {
  if (word.length > WORD_MAX) return undefined
  const lower = word.toLowerCase()
  if (isFrequentSlip(lower)) return frequentSlips[lower]
  const english = load()
  for (const variant of variantsOf(lower)) if (english.correct(variant)) return variant
  return undefined
}

/** Whether text recognition may have read another word as this one, by confusing one letter, or by losing the first one. */
export function isMisreadWord(word: string): boolean {
  if (word.length > WORD_MAX) return false
  const english = load()
  const lower = word.toLowerCase()
  if (letters.some((first) => english.correct(first + lower))) return true
  return [...lower].some((letter, at) =>
    letters.some((other) => isLookalike(letter, other) && english.correct(lower.slice(0, at) + other + lower.slice(at + 1))),
  )
}
