import { avoidedWords } from './avoided-words.ts'
import { findProse } from './find-prose.ts'
import { lineCounter } from './line-counter.ts'
import { PLACEHOLDER } from './paragraphs.ts'

export interface Finding {
  rule: string
  path: string
  line: number
  message: string
}

interface Problem {
  at: number
  message: string
}

interface Rule {
  name: string
  find: (text: string, isComment: boolean) => Problem[]
}

/** Maximum number of words in a sentence, without text in parentheses. Writers aim at 25. The check reports only much longer sentences. */
const MAX_WORDS = 30

/** Matches an abbreviation at the end of a text. The period of an abbreviation does not end a sentence. */
const ABBREVIATION = /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|approx|incl|resp)\.$/i

interface Sentence {
  at: number
  text: string
}

/** Returns the sentences of a text with their offsets. A colon also ends a sentence, because a list or an explanation follows. */
function sentencesOf(text: string): Sentence[] {
  const sentences: Sentence[] = []
  let from = 0
  for (const { 0: end, index } of text.matchAll(/[.!?…:]["'”’)]*(?:\s|$)/g)) {
    const to = index + end.length
    if (ABBREVIATION.test(text.slice(Math.max(0, index - 8), index + 1))) continue
    sentences.push({ at: from, text: text.slice(from, to) })
    from = to
  }
  if (from < text.length) sentences.push({ at: from, text: text.slice(from) })
  return sentences
}

const WORD = new RegExp(`[\\p{L}\\p{N}${PLACEHOLDER}][\\p{L}\\p{N}${PLACEHOLDER}'’./_-]*`, 'gu')
const countWords = (text: string): number => text.match(WORD)?.length ?? 0

function longSentences(text: string): Problem[] {
  return sentencesOf(text).flatMap((sentence) => {
    const words = countWords(sentence.text.replace(/\([^()]*\)/g, ''))
    // Skips the white space after the previous sentence.
    const at = sentence.at + sentence.text.length - sentence.text.trimStart().length
    return words > MAX_WORDS ? [{ at, message: `the sentence has ${words} words: split it (at most ${MAX_WORDS})` }] : []
  })
}

/** Words that may correctly occur twice in a row. */
const REPEATABLE = new Set(['that', 'had'])

function repeatedWords(text: string): Problem[] {
  return [...text.matchAll(/(?<![\p{L}\p{N}_.-])(\p{L}{2,})\s+\1(?![\p{L}\p{N}_-])/gu)].flatMap(({ 1: word = '', index }) =>
    REPEATABLE.has(word.toLowerCase()) ? [] : [{ at: index, message: `“${word} ${word}”: remove one of them` }],
  )
}

/** Words that begin with a vowel letter but with a consonant sound. */
const CONSONANT_SOUND = /^(?:uni(?!n|m)|us(?:e|a|u)|uti|ubi|ura|eu|one|once|ewe)/i
const SILENT_H = /^(?:hour|honest|honou?r|heir)/i

function wrongArticles(text: string): Problem[] {
  // Ignores abbreviations (in capitals, or without a vowel such as npm), because only some of them are read letter by letter.
  return [...text.matchAll(/(?<![\p{L}\p{N}_./-])([Aa]n?)\s+(\p{L}\p{Ll}+)(?![\p{L}\p{N}_])/gu)].flatMap(
    ({ 1: article = '', 2: word = '', index }) => {
      if (!/[aeiouy]/i.test(word)) return []
      const right = SILENT_H.test(word) || (/^[aeiou]/i.test(word) && !CONSONANT_SOUND.test(word)) ? 'an' : 'a'
      return article.toLowerCase() === right ? [] : [{ at: index, message: `“${article} ${word}”: use “${right}”` }]
    },
  )
}

/** Reports a comment that begins with “What”. Headings and table cells of documents may do that. */
function clausesAsSubject(text: string, isComment: boolean): Problem[] {
  const [first] = sentencesOf(text)
  const isClause = isComment && first !== undefined && /^What\s/.test(text) && !first.text.includes('?')
  return isClause ? [{ at: 0, message: 'the comment begins with “What”: begin with the noun or the verb' }] : []
}

const rules: readonly Rule[] = [
  { name: 'long sentence', find: longSentences },
  { name: 'repeated word', find: repeatedWords },
  { name: 'wrong article', find: wrongArticles },
  { name: 'begins with what', find: clausesAsSubject },
  ...avoidedWords.map(({ name, pattern = name, use }): Rule => {
    const expression = new RegExp(`(?<![\\p{L}\\p{N}-])(?:${pattern.replaceAll(' ', '\\s+')})(?![\\p{L}\\p{N}-])`, 'giu')
    return {
      name,
      find: (text) =>
        [...text.matchAll(expression)].map(({ 0: found, index }) => ({
          at: index,
          message: `“${found.trim().replace(/\s+/g, ' ')}”: use ${use}`,
        })),
    }
  }),
]

export const ruleNames: readonly string[] = rules.map(({ name }) => name)

/** Returns the findings in a Markdown file or in the comments of a file of code, sorted by line. */
export function checkProse(path: string, content: string): Finding[] {
  const isComment = !path.endsWith('.md')
  return findProse(path, content)
    .flatMap(({ text, line }) => {
      const lineOf = lineCounter(text, line)
      return rules
        .flatMap(({ name, find }) => find(text, isComment).map(({ at, message }) => ({ rule: name, at, message })))
        .sort((a, b) => a.at - b.at)
        .map(({ rule, at, message }) => ({ rule, path, line: lineOf(at), message }))
    })
    .sort((a, b) => a.line - b.line)
}
