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

/** The parts of a task's brief that can change. Messages and emails show these names, in this order. */
export const briefPartNames = {
  title: 'title',
  tagline: 'tagline',
  taskpurpose: 'purpose',
  headline: 'headline',
  offerormessage: 'offer',
  calltoaction: 'call to action',
  guidlines: 'guidelines',
  additionalinfo: 'additional info',
  description: 'description',
  platforms: 'platforms',
  targetPostingDate: 'posting date',
  targetPostingTime: 'posting time',
  submissionForReview: 'review date',
  referenceImage: 'reference picture',
} as const satisfies Record<BriefText, string> & Record<string, string>

export type BriefPart = keyof typeof briefPartNames

export const briefParts = Object.keys(briefPartNames) as BriefPart[]

/** A brief keeps at most this many states. */
export const BRIEF_VERSIONS_MAX = 200

export const BRIEF_FULL = `This task was changed ${BRIEF_VERSIONS_MAX - 1} times. It cannot be changed any more. Please create a new task.`
