import { isRightWord } from '../dictionary.ts'
import { editDistance, isLookalike, isSwap, isTypingSlip } from '../edit-distance.ts'
import { type Found, findingsAt, type Passage, RELIABLE, surroundings, type TextRange, wordsIn } from '../passages.ts'
import type { CheckedCompany } from '../types.ts'

const NAME_MIN = 6
const LONG_NAME = 10
/** A shorter headline may be part of any sentence, so it must be a line of its own. */
const HEADLINE_WORDS = 3
const HEADLINE_WORDS_MIN = 2
const WORD_MIN = 4

const lower = (words: readonly TextRange[]): string[] => words.map(({ text }) => text.toLowerCase())
const withoutPossessive = (name: string): string => name.replace(/'s$/, '')

interface Window extends TextRange {
  words: string[]
  ranges: TextRange[]
}

/** Returns each run of this many words. */
function windowsOf(text: string, length: number): Window[] {
  const words = wordsIn(text)
  const windows: Window[] = []
  for (let index = 0; index + length <= words.length; index++) {
    const run = words.slice(index, index + length)
    const [from, to] = [run[0]?.from ?? 0, run.at(-1)?.to ?? 0]
    windows.push({ from, to, text: text.slice(from, to), words: lower(run), ranges: run })
  }
  return windows
}

/** Whether a word has another letter in the place of the right one, and was not read well: in scripts, most vowels look alike. */
function isUncertain(passage: Passage, { words, ranges }: Window, right: readonly string[]): boolean {
  return ranges.some(({ from, to }, index) => {
    const [word = '', rightWord = ''] = [words[index], right[index]]
    const isReplaced = word !== rightWord && word.length === rightWord.length && !isSwap(word, rightWord)
    return isReplaced && passage.confidenceOf(from, to) < RELIABLE
  })
}

const isAlmost = (name: string, known: string): boolean => {
  const most = known.length >= LONG_NAME ? 2 : 1
  const distance = editDistance(name, known, most)
  return distance > 0 && distance <= most
}

/**
 * Whether text recognition, rather than a person, is likely to have changed one of the words of a text. People rarely mistake the first
 * letter.
 */
function isMisread(text: string, right: string): boolean {
  const [words, rightWords] = [text.split(' '), right.split(' ')]
  const isWordMisread = (word: string, rightWord = ''): boolean =>
    word !== rightWord && (word[0] !== rightWord[0] || isLookalike(word, rightWord) || !isTypingSlip(word, rightWord))
  return words.some((word, index) => isWordMisread(word, rightWords[index]))
}

/** Whether a name differs only in an ending: its plural or possessive. */
const isInflected = (name: string, known: string): boolean =>
  [`${known}s`, `${known}'s`, `${known}'`, `${known}es`].includes(name) || `${name}s` === known

function misspelledName(passage: Passage, name: string): Found[] {
  const nameWords = lower(wordsIn(name))
  const known = nameWords.join(' ')
  if (known.length < NAME_MIN) return []
  const windows = windowsOf(passage.text, nameWords.length)
  return windows.flatMap((window) => {
    const said = withoutPossessive(window.words.join(' '))
    if (!isAlmost(said, known) || isInflected(said, known)) return []
    if (passage.isRecognized && (isMisread(said, known) || isUncertain(passage, window, nameWords))) return []
    const changed = window.words.filter((word, index) => withoutPossessive(word) !== nameWords[index])
    const areWords = changed.every(isRightWord)
    const isName = /^\p{Lu}/u.test(window.text)
    if (areWords && (nameWords.length === 1 || !isName)) return []
    return findingsAt(passage, window, {
      kind: 'company-name',
      certainty: areWords || passage.isRecognized ? 'likely' : 'sure',
      comparedWith: 'profile',
      message: `${passage.name} says “${window.text}”. The company’s name is “${name}”.`,
      facts: [`name:${known}`],
      right: name,
    })
  })
}

/** Returns the index of the only word that differs, if it differs by a letter or two. */
function misspelledIndex(words: readonly string[], headline: readonly string[]): number | undefined {
  const different = words.flatMap((word, index) => (word === headline[index] ? [] : [index]))
  const [index] = different
  if (index === undefined || different.length > 1) return undefined
  const [word = '', right = ''] = [words[index], headline[index]]
  const isClose = right.length >= WORD_MIN && editDistance(word, right, 2) <= (right.length >= LONG_NAME ? 2 : 1)
  return isClose && !/\d/.test(right) ? index : undefined
}

function misspelledHeadline(passage: Passage, headline: string): Found[] {
  const right = wordsIn(headline)
  const rightWords = lower(right)
  if (rightWords.length < HEADLINE_WORDS_MIN) return []
  const isAlone = ({ from, to }: Window): boolean => {
    const { before, after } = surroundings(passage.text, { from, to }, 1, '\n')
    return before === '' && after === ''
  }
  const windows = windowsOf(passage.text, rightWords.length).filter((window) => rightWords.length >= HEADLINE_WORDS || isAlone(window))
  if (windows.some(({ words }) => words.every((word, index) => word === rightWords[index]))) return []
  return windows.flatMap((window) => {
    const index = misspelledIndex(window.words, rightWords)
    if (index === undefined) return []
    const [word = '', rightWord = ''] = [window.words[index], rightWords[index]]
    if (passage.isRecognized && (isMisread(word, rightWord) || isUncertain(passage, window, rightWords))) return []
    // The text may correct a mistake of the brief.
    if (isRightWord(word) && !isRightWord(rightWord)) return []
    return findingsAt(passage, window, {
      kind: 'headline',
      certainty: isRightWord(word) || passage.isRecognized ? 'likely' : 'sure',
      comparedWith: 'brief',
      message: `${passage.name} says “${window.text}”. The headline in the brief is “${headline.trim()}”.`,
      facts: [`word:${word}`],
      right: headline,
    })
  })
}

/** Returns names of the company, and headlines of the brief, that are almost right. */
export function checkNames(passages: readonly Passage[], company: CheckedCompany, headline: string): Found[] {
  const names = [...new Set([company.companyName, company.dba].map((name) => name.trim()).filter((name) => name !== ''))]
  return passages.flatMap((passage) => [
    ...names.flatMap((name) => misspelledName(passage, name)),
    ...misspelledHeadline(passage, headline),
  ])
}
