import { type BriefText, briefTexts } from '@app/contracts/rules/brief.ts'
import type { Platform } from '@app/contracts/rules/task-status.ts'

/** Something for each text of a task: what was typed, or what it is called. */
export type Brief = Record<BriefText, string>

export const emptyBrief = Object.fromEntries(briefTexts.map((name) => [name, ''])) as Brief

/** The picture that may go with them. */
export interface ReferenceImage {
  referenceImage: File | null
}

/** The choice of platforms as a form sends it. */
export const platformFlags = <P extends Platform>(chosen: Record<P, boolean>, platforms: readonly P[]) =>
  Object.fromEntries(platforms.map((platform) => [platform, String(chosen[platform])])) as Record<P, 'true' | 'false'>
