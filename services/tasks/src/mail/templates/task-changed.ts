import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import type { Block, Fact } from '@app/chassis/mail/draft.ts'
import { briefPartNames } from '@app/contracts/rules/brief.ts'
import { type BriefChanges, changesLine } from '../changes-line.ts'
import { adminTaskUrl, changesBlock, type MailedTask, ownerTaskUrl, taskFacts } from './task-facts.ts'

/** A task whose brief changed, or whose preview was withdrawn. */
interface ChangedTask extends MailedTask {
  /** Number of the current preview. */
  previewNo: number | null
}

/** The email to an owner may also be about a preview that was delivered by mistake. */
interface OwnersChange extends ChangedTask {
  /** Number of the preview that was withdrawn. */
  withdrawnNo?: number
  /** Whether the current preview waits for a decision. */
  isWaiting: boolean
}

const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

/** Returns the former dates, and the new values of the other parts. The dates of today are in `taskFacts`. */
function valuesOf({ changes }: BriefChanges): Block {
  const facts = changes.map(({ part, before, after }): Fact => {
    const name = capitalized(briefPartNames[part])
    return part === 'targetPostingDate' || part === 'submissionForReview' ? [`${name} before`, before] : [name, after]
  })
  return { kind: 'facts', facts }
}

function headingFor({ withdrawnNo, isWaiting, previewNo }: OwnersChange): string {
  if (withdrawnNo === undefined) return 'Please tell us if this isn’t right'
  return isWaiting ? `Version ${previewNo} waits for your decision again` : 'We’ll show you a new preview'
}

/**
 * The email to the owner after admins changed the brief of a task, moved it, or withdrew a preview. `isConfirmed`: the email may contain
 * text that the owner entered.
 */
export function taskChangedForOwner(
  task: OwnersChange,
  { isConfirmed, publicUrl }: { isConfirmed: boolean; publicUrl: string },
): MailContent {
  const { briefChanges: changes, withdrawnNo } = task
  const withdrawn = withdrawnNo === undefined ? undefined : `Our team delivered version ${withdrawnNo} by mistake.`
  return compose({
    subject: withdrawn ? `Version ${withdrawnNo} was withdrawn: ${task.title}` : `Changed by our team: ${task.title}`,
    preheader: withdrawn ?? (changes ? changesLine(changes) : ''),
    heading: headingFor(task),
    blocks: [
      ...(withdrawn ? [{ kind: 'text', text: withdrawn } as const] : []),
      ...changesBlock(task),
      taskFacts(task),
      ...(changes && isConfirmed ? [valuesOf(changes)] : []),
      { kind: 'action', label: 'See the task', url: ownerTaskUrl(task, publicUrl) },
    ],
  })
}

/** The email to an admin after an owner changed the brief of a task, or moved it. */
export function taskChanged(task: ChangedTask, publicUrl: string): MailContent {
  const { briefChanges: changes, companyName, title, previewNo } = task
  return compose({
    subject: `Changed by ${companyName}: ${title}`,
    preheader: changes ? changesLine(changes) : '',
    heading: previewNo === null ? 'Please use the new brief' : `Please check whether version ${previewNo} still fits`,
    blocks: [
      ...changesBlock(task),
      taskFacts(task),
      ...(changes ? [valuesOf(changes)] : []),
      { kind: 'action', label: 'Open the task', url: adminTaskUrl(task, publicUrl) },
    ],
  })
}
