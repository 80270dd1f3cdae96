/** Kinds of findings about a preview or a step of a campaign. The comments name what each is compared with. */
export const findingKinds = [
  // The calendar, and the posting date.
  'weekday',
  'date-passed',
  'times-reversed',
  // The profile and the brief.
  'phone',
  'email',
  'web-address',
  'address',
  'company-name',
  'headline',
  // Caption, picture and brief with each other.
  'price',
  'percentage',
  'date',
  'time',
  // The dictionary.
  'spelling',
  'doubled-word',
  'placeholder',
  // The brief.
  'brief-missing',
  // The networks.
  'platform-text',
  'platform-file',
  'cropped-text',
  'alternative-text',
  // Pictures.
  'contrast',
  'brand-color',
  'logo',
  'repeated-picture',
] as const
export type FindingKind = (typeof findingKinds)[number]

/** `sure` findings ask once more before Deliver, so noise of the text recognition must never cause one. */
export const certainties = ['sure', 'likely'] as const

/** Frames of a video that are read. */
export const videoFrames = ['first', 'middle', 'last'] as const
export type VideoFrame = (typeof videoFrames)[number]

/** `waiting`: the check has not ended. `failed`: it was given up, for example because a file ended the process of the check each time. */
export const proofreadingStates = ['waiting', 'done', 'failed'] as const

/** Returns for example "2 things to check", for messages and emails about findings. */
export const thingsToCheck = (count: number): string => (count === 1 ? '1 thing to check' : `${count} things to check`)

/** Nobody reads more findings. */
export const FINDINGS_MAX = 50

/** Returns the words of a finding as they are compared. Two findings of a kind with the same result are about the same. */
export const comparableWords = (words: string): string => words.toLowerCase().replaceAll(/\s+/g, ' ').trim()
