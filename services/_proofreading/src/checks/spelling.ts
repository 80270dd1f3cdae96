import { isCalendarName, isCommonWord, isFrequentSlip, isMisreadWord, isRareWord, isRightWord, suggestionFor } from '../dictionary.ts'
import { editDistance, isLookalike, isTypingSlip } from '../edit-distance.ts'
import { type Found, findingsAt, type Passage, type Range, rangesOf, surroundings, type TextRange, wordsIn } from '../passages.ts'
import type { Context } from '../types.ts'

const WORD_MIN = 4
/** Words with a capital are often names, so shorter ones are not checked. */
const CAPITALIZED_MIN = 6
/** Text recognition must be this certain of a misspelled word. */
const RECOGNIZED_MIN = 85
/** Looking for suggestions takes 5 ms each. */
const SUGGESTIONS_MAX = 200

const run = /[^\s,;()]+/g
/** In email addresses, web addresses, names with @ and hashtags. */
const inNoWord = /[@#/\\_]|\.[a-z]{2}/i
const field = /\{\{[^{}]*\}\}/g

const spacesFor = (text: string): string => ' '.repeat(text.length)

/** Replaces what is not written in words by spaces: addresses, hashtags, fields in braces. */
const withoutNonWords = (text: string): string =>
  text.replaceAll(field, spacesFor).replaceAll(run, (match) => (inNoWord.test(match) ? spacesFor(match) : match))

const isAllCaps = (word: string): boolean => word === word.toUpperCase()
const isCapitalized = (word: string): boolean => /^\p{Lu}/u.test(word)
const isPlain = (word: string): boolean => /^\p{Ll}+(?:'\p{Ll}{1,2})?$/u.test(word)

/** Returns the words that are right because the company uses them. */
export function knownWords(texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.flatMap((text) => wordsIn(text).flatMap(({ text: word }) => [word.toLowerCase(), ...word.toLowerCase().split('-')])))
}

/** Returns the texts of a company and a brief whose words are right. */
export const textsOfContext = ({ company, earlierTexts, accepted }: Context): string[] => [
  ...Object.values(company).flat(),
  ...earlierTexts,
  ...accepted.filter(({ kind }) => kind === 'spelling').map(({ words }) => words),
]

const LINE_LENGTH = 100
/** Shorter words such as "and" have no capital in titles. */
const LOWER_IN_TITLE = 4

/** Characters after which a sentence or an item of a list begins. */
const sentenceEnds = '.!?:;•|"“”-–—(*'

/** Whether a word with a capital begins a sentence. Otherwise it may be a name. */
function beginsSentence(text: string, from: number): boolean {
  const { before } = surroundings(text, { from, to: from }, LINE_LENGTH, '\n')
  const last = before.trimEnd().at(-1)
  return last === undefined || sentenceEnds.includes(last)
}

/** Whether all words of the line are written with capitals, so that capitals don't show names. */
function isTitleLine(text: string, range: Range): boolean {
  const { before, after } = surroundings(text, range, LINE_LENGTH, '\n')
  const words = wordsIn(before + text.slice(range.from, range.to) + after)
  return words.length > 1 && words.every(({ text: word }) => word.length < LOWER_IN_TITLE || isCapitalized(word))
}

/** Whether a text may be a word of the dictionary: letters of which at most the first, or all, are capitals. */
const isWord = (text: string): boolean => {
  if (isPlain(text)) return text.length >= WORD_MIN || isFrequentSlip(text)
  return text.length >= CAPITALIZED_MIN && isCapitalized(text) && isPlain(text.toLowerCase()) && (isAllCaps(text) || isPlain(text.slice(1)))
}

/** Whether the spelling of a word is worth a check, because it is unlikely to be a name or an abbreviation. */
function isOrdinary({ text, isDesign }: Passage, { text: word, from, to }: TextRange): boolean {
  if (isPlain(word)) return true
  if (isAllCaps(word)) return isTitleLine(text, { from, to })
  return beginsSentence(text, from) || (isDesign && isTitleLine(text, { from, to }))
}

const PLURAL_MIN = 5

/** Whether the word, or the word without its ending, is right. */
function isRight(word: string, known: ReadonlySet<string>): boolean {
  const bases = [word.replace(/'(?:s|d|ll|re|ve)$/i, ''), ...(word.length > PLURAL_MIN ? [word.replace(/s$/i, '')] : [])]
  const forms = [word, ...bases]
  return forms.some((form) => known.has(form.toLowerCase())) || (!isFrequentSlip(word) && forms.some(isRightWord))
}

/** British endings, and the American ones. */
const british: readonly (readonly [RegExp, string])[] = [
  [/our/, 'or'],
  [/is(e|ed|es|er|ers|ing|ation|ations)$/, 'iz$1'],
  [/ll(ed|ing|er|ers)$/, 'l$1'],
  [/c(e|es)$/, 's$1'],
  [/gement$/, 'gment'],
  [/re(s?)$/, 'er$1'],
]

/** Whether a word is right in British English. */
const isBritish = (word: string): boolean =>
  british.some(([ending, american]) => ending.test(word) && isRightWord(word.toLowerCase().replace(ending, american)))

/** Shorter words are too close to others, except those that lack an apostrophe. */
const SLIP_MIN = 5

/** Whether a word that the dictionary lacks is another word than the suggested one. People also write "workin" on purpose. */
function isOtherWord(word: string, suggestion: string): boolean {
  if (isFrequentSlip(word)) return false
  const isShort = word.length < SLIP_MIN && !suggestion.includes("'")
  return isShort || suggestion === `${word.toLowerCase()}g` || isBritish(word) || isRareWord(word)
}

/** Stretched words such as "sooo" and "yesss" are on purpose, and "buttter" is not. */
const stretched = /([aeiouyhmw])\1\1|(\p{L})\2\2(?:\2|$)/iu

const NAME_MIN = 6

/** Returns the names that a caption, a brief and a profile contain, in lower case. A design repeats them. */
function writtenNames(passages: readonly Passage[], known: ReadonlySet<string>): ReadonlySet<string> {
  const written = passages.filter(({ isRecognized }) => !isRecognized).flatMap(({ text }) => wordsIn(text).map((word) => word.text))
  const names = [...known, ...written.filter(isCapitalized).map((word) => word.toLowerCase())]
  return new Set(names.filter((name) => name.length >= NAME_MIN && !isCommonWord(name)))
}

interface Misspelling {
  word: TextRange
  passage: Passage
  suggestion: string
}

function misspellings(passages: readonly Passage[], known: ReadonlySet<string>): Misspelling[] {
  const names = writtenNames(passages, known)
  const nameLike = (word: string): string | undefined =>
    [...names].find((name) => isTypingSlip(word, name) && editDistance(word, name, 1) === 1)
  const suggestions = new Map<string, string | undefined>()
  const suggest = (word: string): string | undefined => {
    if (!suggestions.has(word) && suggestions.size < SUGGESTIONS_MAX) suggestions.set(word, suggestionFor(word) ?? nameLike(word))
    return suggestions.get(word)
  }
  return passages.flatMap((passage) => {
    const words = wordsIn(withoutNonWords(passage.text)).filter(({ text }) => isWord(text) && !stretched.test(text))
    return words.flatMap((word) => {
      if (isRight(word.text, known)) return []
      const suggestion = suggest(word.text.toLowerCase())
      if (suggestion === undefined || isOtherWord(word.text, suggestion)) return []
      const isName = passage.isRecognized && names.has(suggestion) && !names.has(word.text.toLowerCase())
      if (!isOrdinary(passage, word) && !isCalendarName(suggestion) && !isName) return []
      // Text recognition often loses the last letter of a line.
      if (
        passage.isRecognized &&
        (suggestion.startsWith(word.text.toLowerCase()) || (isName ? isLookalike(word.text, suggestion) : isMisreadWord(word.text)))
      )
        return []
      if (names.has(suggestion) && !isName) return []
      const isReadable = !passage.isRecognized || passage.confidenceOf(word.from, word.to) >= RECOGNIZED_MIN
      return isReadable ? [{ word, passage, suggestion }] : []
    })
  })
}

/** Returns misspelled words. Recognized text causes `sure` findings only if another text has the same word. */
export function checkSpelling(passages: readonly Passage[], known: ReadonlySet<string>): Found[] {
  const found = misspellings(passages, known)
  const written = new Set(found.filter(({ passage }) => !passage.isRecognized).map(({ word }) => word.text.toLowerCase()))
  return found.flatMap(({ word, passage, suggestion }) => {
    const isLong = word.text.length > WORD_MIN || isFrequentSlip(word.text)
    const isCertain =
      isLong && (isPlain(word.text) || isCalendarName(suggestion)) && (!passage.isRecognized || written.has(word.text.toLowerCase()))
    const shown = isCapitalized(word.text) ? `${suggestion.charAt(0).toUpperCase()}${suggestion.slice(1)}` : suggestion
    return findingsAt(passage, word, {
      kind: 'spelling',
      certainty: isCertain ? 'sure' : 'likely',
      comparedWith: 'dictionary',
      message: `${passage.name} says “${word.text}”. Did you mean “${shown}”?`,
      facts: [`word:${word.text.toLowerCase()}`],
      right: suggestion,
    })
  })
}

/** Words that nobody repeats on purpose. */
const neverDoubled = new Set(
  'the a an of to in is are and for on with your our you we at this be or by it from as has have will their all can not us'.split(' '),
)

/** Returns words that are written twice, such as "the the". */
export function checkDoubledWords(passages: readonly Passage[]): Found[] {
  return passages.flatMap((passage) => {
    const words = wordsIn(passage.text)
    return words.flatMap((word, index) => {
      const [before, next] = [words[index - 1], words[index + 1]]
      const text = word.text.toLowerCase()
      const isDoubled = next?.text.toLowerCase() === text && /^[ \n]$/.test(passage.text.slice(word.to, next.from))
      if (!next || !isDoubled || !neverDoubled.has(text) || before?.text.toLowerCase() === text) return []
      return findingsAt(
        passage,
        { from: word.from, to: next.to },
        {
          kind: 'doubled-word',
          certainty: 'sure',
          comparedWith: 'dictionary',
          message: `${passage.name} says “${word.text}” twice.`,
          facts: [`doubled:${text}`],
        },
      )
    })
  })
}

const inBrackets = /\[[a-z][a-z _/-]{1,40}\]/gi
const fieldWords =
  /\b(?:date|day|month|year|time|name|company|business|client|customer|price|amount|discount|address|street|location|place|city|link|url|website|phone|number|email|insert|your|tbd|placeholder|text|headline|title|tagline|logo|image|photo|picture|cta|offer|code|event|product|service|xx+|first|last|here)\b/i
/** What people write in brackets on purpose. */
const purposely = /\b(?:in bio|in comments|below|sponsored|ad|sold out|closed|new|update)\b/i
/** Texts of templates, in posts and in the designs of usual programs. */
const templateText =
  /\blorem ipsum\b|\{\{[^{}]{0,60}(?:\}\})?|\b(?:your|insert|add)(?: [a-z]{2,12}){1,3} here\b|\bplaceholder text\b|<(?:date|name|time|link|url|price|company|address|phone)>|\breallygreatsite\b|@?\byour(?:website|site|domain|business|company|brand|handle|name)\b(?:\.[a-z]{2,7})?|\b123 anywhere st(?:reet)?\b|\bany city\b|(?<!\d)(?:\+|\()?123\)?[- .]456[- .]7890(?!\d)|(?<!\d)\(?(000|555)\)?[- .]\1[- .]\d{4}(?!\d)/gi
/** Letters in the place of digits, and "to be determined". Others write them in lower case on purpose. */
const standIn = /\bX{3,}\b|\bTBD\b|\bTBC\b|\bXX[/.:]XX\b|\$X{1,3}\b|\bXX%|\?{4,}/g

/** Returns texts that somebody forgot to replace. `isField` tells which texts in braces are fields of an email. */
export function checkPlaceholders(passages: readonly Passage[], isField: (text: string) => boolean = () => false): Found[] {
  return passages.flatMap((passage) => {
    const brackets = rangesOf(passage.text, inBrackets).filter(({ text }) => fieldWords.test(text) && !purposely.test(text))
    const texts = rangesOf(passage.text, templateText).filter(({ text }) => !isField(text))
    return [...brackets, ...texts, ...rangesOf(passage.text, standIn)].flatMap((range) =>
      findingsAt(passage, range, {
        kind: 'placeholder',
        certainty: 'sure',
        comparedWith: 'usual placeholders',
        message: `${passage.name} says “${range.text}”. This looks like a placeholder.`,
        facts: [`placeholder:${range.text.toLowerCase()}`],
      }),
    )
  })
}
