import { currentLocale } from './locale.ts'

/** Joins texts for a sentence: "a, b, and c". With the type `disjunction`: "a, b, or c". With the style `narrow`: "a, b, c". */
export const formatList = (texts: readonly string[], options?: Intl.ListFormatOptions): string =>
  new Intl.ListFormat(currentLocale(), options).format(texts)
