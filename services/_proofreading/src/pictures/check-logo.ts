import { briefTexts } from '@app/contracts/rules/brief.ts'
import { type Found, placeInFile } from '../passages.ts'
import type { CheckedBrief, ReadFile } from '../types.ts'

/** Sentences of a brief. Lines are often items of a list. */
const sentences = /[^.!?\n]+/g
const request = /\b(?:add|apply|display|feature|have|include|incorporate|keep|needs?|place|put|require[sd]?|show|use|with)\b/i
const logo = /\blogo\b/i
const refusal =
  /\b(?:no|not|never|without|don['’]?t|do not|avoid|omit|skip|remove|old|previous|instead of|optional|if possible|others?|partners?|sponsors?)\b/i

/** Whether a brief asks for the company's logo. */
export const asksForLogo = (brief: CheckedBrief): boolean =>
  briefTexts
    .flatMap((name) => [...brief[name].matchAll(sentences)])
    .some(([sentence]) => logo.test(sentence) && request.test(sentence) && !refusal.test(sentence))

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Logos often consist of the company's name, which is read better than it is recognized as a picture. */
function showsName(file: ReadFile, names: readonly string[]): boolean {
  const text = lettersOf(file.words.map((word) => word.text).join(''))
  return names.map(lettersOf).some((name) => name !== '' && text.includes(name))
}

/**
 * Finds a missing logo. One file with the logo, or with one of the company's names, is enough, so all must be pictures in which it was
 * searched for.
 */
export function checkLogo(files: readonly ReadFile[], names: readonly string[]): Found[] {
  const [first] = files
  if (!first || files.some((file) => file.traits?.hasLogo !== false || showsName(file, names))) return []
  return [
    {
      kind: 'logo',
      certainty: 'likely',
      words: '',
      place: placeInFile(first),
      comparedWith: 'the logo of the profile',
      message: `The brief asks for the logo, and we couldn’t find it in the ${files.length > 1 ? 'pictures' : 'picture'}.`,
      facts: [],
    },
  ]
}
