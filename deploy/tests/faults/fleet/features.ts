import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { thisRelease } from './code.ts'

/** For each feature, a file that only releases with this feature contain. */
const files = {
  /** Previews of several files. The product's oldest release has only previews of one image. */
  hasPreviews: 'contracts/src/http/previews.ts',
  hasReviewLinks: 'contracts/src/http/reviews.ts',
  /** The decision record, signed receipts and reminders. */
  hasRecord: 'contracts/src/http/company-record.ts',
  /** Recurring tasks whose later dates become tasks. */
  hasSeries: 'contracts/src/http/series.ts',
  /** Digests of the emails to admins about tasks. */
  hasTaskEmails: 'contracts/src/http/task-emails.ts',
  /** Edits and moves of tasks, and corrections by admins. */
  hasChanges: 'contracts/src/http/corrections.ts',
  /** Exports of all data of a company. */
  hasExports: 'contracts/src/http/exports.ts',
}

/** For each feature: whether a release has the feature. A story (`story.ts`) uses only the features of the release that it runs on. */
export type Features = Readonly<Record<keyof typeof files, boolean>>

/** Returns the features of the code in a folder. */
export const featuresOf = (folder: string): Features => {
  const has = (file: string): boolean => existsSync(join(folder, file))
  return {
    hasPreviews: has(files.hasPreviews),
    hasReviewLinks: has(files.hasReviewLinks),
    hasRecord: has(files.hasRecord),
    hasSeries: has(files.hasSeries),
    hasTaskEmails: has(files.hasTaskEmails),
    hasChanges: has(files.hasChanges),
    hasExports: has(files.hasExports),
  }
}

export const allFeatures: Features = featuresOf(thisRelease)
