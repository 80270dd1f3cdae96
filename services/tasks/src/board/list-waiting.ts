import type { listWaitingPreviews as contract, PreviewEmailState, WaitingPreview, WaitingRecipient } from '@app/contracts/http/waiting.ts'
import type * as Type from 'typebox'
import type { TasksDeps } from '../deps.ts'
import { keysOf } from './keys-of-page.ts'
import { cardsOf } from './list-board-tasks.ts'
import type { Key } from './task-order.ts'
import { type LinkedRecipient, linkedRecipients, waitingRows } from './waiting.repository.ts'

type Query = Omit<Type.Static<typeof contract.schema.querystring>, 'manager'> & { managerId: string | undefined }

/** Returns the keys of a page of waiting previews, earliest posting date first. */
export const keysOfWaiting = (
  { db }: TasksDeps,
  { reach, search, managerId }: Query,
  after: Key | undefined,
  limit: number,
): Promise<Key[]> => keysOf(db, { statuses: ['Pending'], turn: 'owner', reach, managerId, sort: 'due', after, limit }, search)

/** Returns the owner as a recipient without a link. Without a link, the owner can still decide in the portal. */
const ownerWithoutLink = (email: string): WaitingRecipient => ({
  kind: 'owner',
  name: null,
  address: email,
  hasLink: false,
  sentAt: null,
  bouncedAt: null,
  openedAt: null,
  snoozedUntil: null,
})

function recipientsOf(linked: readonly LinkedRecipient[], ownerEmail: string | null): WaitingRecipient[] {
  const recipients = linked.map(({ taskId: _, email, ...state }) => ({ ...state, address: email, hasLink: true }))
  const hasOwner = recipients.some(({ kind }) => kind === 'owner')
  return hasOwner || ownerEmail === null ? recipients : [ownerWithoutLink(ownerEmail), ...recipients]
}

/** Returns the state of the email about a waiting preview. Must match the SQL conditions in `emailStateConditions`. */
function emailStateOf(emailBounced: boolean, linked: readonly LinkedRecipient[]): PreviewEmailState {
  if (emailBounced) return 'bounced'
  if (linked.length === 0) return 'no-email'
  return linked.some(({ openedAt }) => openedAt !== null) ? 'opened' : 'unopened'
}

/** Returns the waiting previews of the tasks with these keys, in the order of the keys. */
export async function waitingOf(deps: TasksDeps, keys: readonly Key[]): Promise<WaitingPreview[]> {
  const ids = keys.map(([, taskId]) => taskId)
  const [cards, waiting, recipients] = await Promise.all([
    cardsOf(deps, ids),
    waitingRows(ids).execute(deps.db),
    linkedRecipients(ids).execute(deps.db),
  ])
  const rowOf = new Map(waiting.rows.map((row) => [row.taskId, row]))
  const linkedTo = Map.groupBy(recipients.rows, ({ taskId }) => taskId)
  return cards.flatMap((card) => {
    const row = rowOf.get(card.taskId)
    if (!row) return []
    const { ownerEmail, ...facts } = row
    const linked = linkedTo.get(card.taskId) ?? []
    return [{ ...card, ...facts, recipients: recipientsOf(linked, ownerEmail), reach: emailStateOf(card.emailBounced, linked) }]
  })
}
