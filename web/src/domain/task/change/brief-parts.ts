import { formatDate } from '@app/contracts/format/dates.ts'
import { formatTimeOfDay } from '@app/contracts/format/times.ts'
import type { BriefState } from '@app/contracts/http/task-changes.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { type BriefPart, type BriefText, briefParts, briefTexts } from '@app/contracts/rules/brief.ts'
import { type Platform, platformNames, platforms } from '@app/contracts/rules/task-status.ts'
import { type DiffPart, diffWords } from '../../preview/compare/word-diff.ts'
import type { Brief } from '../brief.ts'

/** What a brief says at one time. A state of its history, a task, and a form can be compared. */
export type BriefContent = Pick<
  BriefState,
  BriefText | Platform | 'targetPostingDate' | 'targetPostingTime' | 'submissionForReview' | 'hasReferenceImage'
>

export const contentOf = (task: Task): BriefContent => ({ ...task, hasReferenceImage: task.referenceImage !== null })

/** Returns a label for each part of a brief. */
export const partLabels = (labels: Brief): Record<BriefPart, string> => ({
  ...labels,
  platforms: 'Platforms',
  targetPostingDate: 'Posting date',
  targetPostingTime: 'Posting time',
  submissionForReview: 'Review date',
  referenceImage: 'Reference image',
})

const isText = (part: BriefPart): part is BriefText => (briefTexts as readonly string[]).includes(part)

/** Returns a part of a brief as a text. The picture is not in the history, only whether there is one. */
function textOf(content: BriefContent, part: BriefPart): string {
  if (isText(part)) return content[part]
  if (part === 'platforms') {
    return platforms
      .filter((platform) => content[platform])
      .map((platform) => platformNames[platform])
      .join(', ')
  }
  if (part === 'referenceImage') return content.hasReferenceImage ? 'A picture' : ''
  if (part === 'targetPostingTime') return content[part] ? formatTimeOfDay(content[part]) : ''
  return content[part] ? formatDate(content[part]) : ''
}

export interface PartChange {
  part: BriefPart
  /** What changed: the words of a text, and the whole of another part. */
  diff: readonly DiffPart[]
}

const whole = (kind: DiffPart['kind'], text: string): DiffPart[] => (text ? [{ kind, text, words: 1 }] : [])

/** Compares two briefs. `replaced`: parts that have changed although both briefs look the same, such as a replaced picture. */
export function compareBriefs(before: BriefContent, after: BriefContent, replaced: readonly BriefPart[] = []): PartChange[] {
  return briefParts.flatMap((part): PartChange[] => {
    const [old, now] = [textOf(before, part), textOf(after, part)]
    if (old === now) return replaced.includes(part) && part === 'referenceImage' ? [{ part, diff: whole('added', 'Another picture') }] : []
    const diff: DiffPart[] = isText(part) ? diffWords(old, now) : [...whole('removed', now ? `${old} ` : old), ...whole('added', now)]
    return [{ part, diff }]
  })
}
