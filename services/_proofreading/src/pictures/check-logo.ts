import type { Finding, ReadFile } from '../types.ts'

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Logos often consist of the company's name, which is read better than it is recognized as a picture. */
function showsName(file: ReadFile, names: readonly string[]): boolean {
  const text = lettersOf(file.words.map((word) => word.text).join(''))
  return names.map(lettersOf).some((name) => name !== '' && text.includes(name))
}

/**
 * Finds a missing logo. `hasLogo` is null for a file in which the logo was not searched for. One file with the logo, or with one of the
 * company's names, is enough.
 */
export function checkLogo(files: readonly { file: ReadFile; hasLogo: boolean | null }[], names: readonly string[]): Finding[] {
  const searched = files.filter(({ hasLogo }) => hasLogo !== null)
  const [first] = searched
  if (!first || searched.some(({ file, hasLogo }) => hasLogo || showsName(file, names))) return []
  return [
    {
      kind: 'logo',
      certainty: 'likely',
      words: '',
      place: { in: 'file', position: first.file.position, boxes: [] },
      comparedWith: 'the logo of the profile',
      message: 'The brief asks for the logo, and we couldn’t find it in the picture.',
    },
  ]
}
