/** The text fields of a task in the order of the form. The values are maximum lengths in characters. */
export const briefLimits = {
  title: 200,
  tagline: 500,
  taskpurpose: 2000,
  headline: 500,
  offerormessage: 2000,
  calltoaction: 500,
  guidlines: 5000,
  additionalinfo: 5000,
  description: 10_000,
} as const

export type BriefText = keyof typeof briefLimits

export const briefTexts = Object.keys(briefLimits) as BriefText[]
