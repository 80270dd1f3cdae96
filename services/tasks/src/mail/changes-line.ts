import { type BriefPart, briefPartNames } from '@app/contracts/rules/brief.ts'

/** A part of a brief that changed. The values are texts for people. */
export interface PartChange {
  part: BriefPart
  before: string
  after: string
}

/** What one side changed in the brief of a task. */
export interface BriefChanges {
  /** Number of the current preview, since whose delivery the brief changed. Null without a preview: since the task was created. */
  since: number | null
  changes: readonly PartChange[]
}

/** Returns for example "Changed since version 2: title, posting date." */
export function changesLine({ since, changes }: BriefChanges): string {
  const names = changes.map(({ part }) => briefPartNames[part]).join(', ')
  return `Changed since ${since === null ? 'the task was created' : `version ${since}`}: ${names}.`
}
