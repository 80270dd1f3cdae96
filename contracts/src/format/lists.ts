import { currentLocale } from './locale.ts'

/** Joins texts for a sentence, for example "a, b, and c". */
export const formatAnd = (texts: readonly string[]): string => new Intl.ListFormat(currentLocale()).format(texts)

/** Joins alternatives for a sentence, for example "a, b, or c". */
export const formatOr = (texts: readonly string[]): string => new Intl.ListFormat(currentLocale(), { type: 'disjunction' }).format(texts)

/** Joins facts by commas only, for example "a, b, c". */
export const formatFacts = (texts: readonly string[]): string =>
  new Intl.ListFormat(currentLocale(), { type: 'conjunction', style: 'narrow' }).format(texts)
