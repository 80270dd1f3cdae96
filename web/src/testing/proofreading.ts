import type { PreviewFinding, Proofreading } from '@app/contracts/http/proofreading.ts'

/** Returns the result of a check that has ended without findings, unless others are given. */
export const proofreadingOf = (findings: PreviewFinding[] = [], changes: Partial<Proofreading> = {}): Proofreading => ({
  state: 'done',
  uncheckedFiles: [],
  findings,
  ...changes,
})

/** Returns a finding that is sure: a weekday in a picture that does not match the date. */
export const findingOf = (changes: Partial<PreviewFinding> = {}): PreviewFinding => ({
  _id: `finding-${changes.words ?? 'Friday, Dec 12'}`,
  kind: 'weekday',
  certainty: 'sure',
  words: 'Friday, Dec 12',
  place: { in: 'file', position: 1, boxes: [{ left: 0.1, top: 0.3, width: 0.5, height: 0.2 }] },
  comparedWith: 'calendar',
  message: 'The picture says “Friday, Dec 12”. December 12, 2026 is a Saturday.',
  isAccepted: false,
  ...changes,
})

/** Returns a finding that is likely: a misspelled word in the caption. `from` is the index of the word. */
export const misspellingOf = (words: string, from: number): PreviewFinding =>
  findingOf({
    kind: 'spelling',
    certainty: 'likely',
    words,
    place: { in: 'caption', from, to: from + words.length },
    comparedWith: 'dictionary',
    message: `The caption says “${words}”, which is not in the dictionary.`,
  })
