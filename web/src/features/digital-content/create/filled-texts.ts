import { type BriefText, briefTexts } from '@app/contracts/rules/brief.ts'
import type { Brief } from '../../../domain/task/brief.ts'

/** Texts for the form of a new task: an occasion, or a task that the owner created before. */
export interface Example {
  name: string
  texts: Partial<Brief>
}

/** A text that an example put into a field, and the text that was in the field before. */
interface FilledText {
  text: string
  before: string
}

/** The fields into which the last example put a text. */
export type FilledTexts = Partial<Record<BriefText, FilledText>>

/** Returns the fields that still contain the text of the example. A text that the owner has changed counts as the owner's own text. */
export const unchangedFields = (filled: FilledTexts, values: Brief): BriefText[] =>
  briefTexts.filter((name) => filled[name]?.text === values[name])

/** Returns the texts that the fields had before the example. */
export const textsBefore = (filled: FilledTexts, names: readonly BriefText[]): Partial<Brief> =>
  Object.fromEntries(names.map((name) => [name, filled[name]?.before ?? '']))

/** Returns the owner's own texts. In fields that still contain the text of the last example, this is the text that the field had before. */
export const ownTexts = (filled: FilledTexts, values: Brief): Brief => ({
  ...values,
  ...textsBefore(filled, unchangedFields(filled, values)),
})

/** Returns the fields in which an example would replace a text of the owner. */
export const conflictingFields = ({ texts }: Example, own: Brief): BriefText[] =>
  briefTexts.filter((name) => texts[name] && own[name].trim() !== '' && own[name] !== texts[name])

/** Returns the fields into which an example puts its texts. The fields in `kept` keep the owner's text. */
export function fillTexts({ texts }: Example, own: Brief, kept: readonly BriefText[]): FilledTexts {
  const names = briefTexts.filter((name) => texts[name] && texts[name] !== own[name] && !kept.includes(name))
  return Object.fromEntries(names.map((name) => [name, { text: texts[name] ?? '', before: own[name] }]))
}

/** Returns the texts that the example put into the fields. */
export function exampleTexts(filled: FilledTexts): Partial<Brief> {
  const names = briefTexts.filter((name) => filled[name])
  return Object.fromEntries(names.map((name) => [name, filled[name]?.text ?? '']))
}
