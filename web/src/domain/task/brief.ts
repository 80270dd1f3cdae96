import { type BriefText, briefTexts } from '@app/contracts/rules/brief.ts'
import type { Platform } from '@app/contracts/rules/task-status.ts'

/** A string for each text field of a task: the entered text or the label. */
export type Brief = Record<BriefText, string>

export const emptyBrief = Object.fromEntries(briefTexts.map((name) => [name, ''])) as Brief

export interface ReferenceImage {
  referenceImage: File | null
}

/** Returns 'true' or 'false' for each platform, as form fields. */
export const platformFlags = <P extends Platform>(chosen: Record<P, boolean>, platforms: readonly P[]) =>
  Object.fromEntries(platforms.map((platform) => [platform, String(chosen[platform])])) as Record<P, 'true' | 'false'>
