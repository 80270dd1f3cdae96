import type { ReceivedEvent } from '@app/chassis/messaging/event.ts'
import { oneLine } from '@app/chassis/text/one-line.ts'
import { brand } from '@app/contracts/brand.ts'
import type { EventData } from '@app/contracts/define.ts'
import type { LaunchUndone, PostChanged, PreviewWithdrawn, TaskChanged, TaskRemoved } from '@app/contracts/events/tasks.ts'
import { formatDate } from '@app/contracts/format/dates.ts'
import { type BriefPart, briefPartNames } from '@app/contracts/rules/brief.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { requestBurst } from '../mail/request-burst.ts'
import { companyOf, titleOf } from './names.ts'
import { type Effects, react, type TaskEvent } from './tasks.ts'

type Changed = EventData<typeof TaskChanged>

const REASON_LENGTH = 200

const reasonOf = ({ reason }: { reason?: string }): string => (reason ? ` Reason: ${oneLine(reason, REASON_LENGTH)}` : '')

/** Returns for example `from Mon, Dec 7, 2026 to Sun, Dec 13, 2026`. Undefined if the task has the same date as before. */
function moveOf({ previousPostingDate: from, targetPostingDate: to }: Changed): string | undefined {
  if (from === undefined || to === null) return undefined
  return from === null ? `to ${formatDate(to)}` : `from ${formatDate(from)} to ${formatDate(to)}`
}

/** Returns what happened, for example `Bakery moved "Winter bread" to Sun, Dec 13, 2026.` */
function messageAbout(data: Changed): string {
  const who = data.changedBy === 'owner' ? companyOf(data) : brand.name
  const move = moveOf(data)
  // The review date of a moved task often moves along.
  const dates: readonly BriefPart[] = move ? ['targetPostingDate', 'submissionForReview'] : []
  const parts = data.changed.filter((part) => !dates.includes(part)).map((part) => briefPartNames[part])
  if (!move) return `${who} changed the brief of ${titleOf(data)}: ${parts.join(', ')}.`
  const others = parts.length > 0 ? `, and changed its brief: ${parts.join(', ')}` : ''
  return `${who} moved ${titleOf(data)} ${move}${others}.`
}

/** Tells the owner about a change by the team: at once in the list, and in one email about all changes within ten minutes. */
async function tellOwner(trx: Transaction<Tables>, event: TaskEvent, now: Date, message: string): Promise<void> {
  await react(trx, event, now, { owner: message })
  const { _id: about, companyProfileId: companyId, ownerId: id } = event.data
  await requestBurst(trx, { eventId: event.id, topic: 'task-changed', about, companyId, recipient: { kind: 'owner', id } })
}

/** Tells the other side about a change of a task. Nobody gets an email about an own change. */
export async function reportTaskChange(trx: Transaction<Tables>, event: ReceivedEvent<typeof TaskChanged>, now: Date): Promise<void> {
  const message = messageAbout(event.data)
  if (event.data.changedBy === 'admin') return tellOwner(trx, event, now, message)
  await react(trx, event, now, { admins: message, adminsTopic: 'task-changed' })
}

/** Tells the owner that a preview was withdrawn, and what happens next. */
export function reportWithdrawnPreview(trx: Transaction<Tables>, event: ReceivedEvent<typeof PreviewWithdrawn>, now: Date): Promise<void> {
  const { previewNo, currentPreviewNo, isWaiting } = event.data
  const next = isWaiting ? `Version ${currentPreviewNo} waits for your review again.` : 'We will deliver a new one.'
  return tellOwner(trx, event, now, `Version ${previewNo} of ${titleOf(event.data)} was withdrawn. ${next}`)
}

/** Returns the effects of a change of a post: the owner is told, without an email. */
export const effectsOfChangedPost = (data: EventData<typeof PostChanged>): Effects => ({
  owner: data.changed.includes('postLinks')
    ? `The links to the post of ${titleOf(data)} were changed.`
    : `The time of the post of ${titleOf(data)} was changed.`,
})

/** Returns the effects of an undone launch: the owner is told the reason. */
export const effectsOfUndoneLaunch = (data: EventData<typeof LaunchUndone>): Effects => ({
  owner: `The launch of ${titleOf(data)} was undone.${reasonOf(data)}`,
  ownersMails: [{ topic: 'launch-undone', about: data.undoId }],
})

/** Returns the effects of a removed task. If an admin removed it, the owner is told the reason. */
export function effectsOfRemoval(data: EventData<typeof TaskRemoved>): Effects {
  if (data.removedBy === 'owner') return { admins: `${companyOf(data)} removed the task ${titleOf(data)}.` }
  return {
    owner: `${brand.name} removed the task ${titleOf(data)}.${reasonOf(data)}`,
    ownersMails: [{ topic: 'task-removed', about: data._id }],
  }
}
