import type { TaskNote } from '@app/contracts/http/notes.ts'

export const OWNER = 'ann@bakery.example'

/** Returns an email reply of the owner about version 1 of a preview. */
export const replyOf = (number: number, changes: Partial<TaskNote> = {}): TaskNote => ({
  _id: `note-${number}`,
  previewNo: 1,
  source: 'email',
  authorSide: 'client',
  isUnread: false,
  author: OWNER,
  isFromRecipient: true,
  isAutomatic: false,
  hasAttachments: false,
  text: `Reply ${number}`,
  createdAt: '2026-12-02T12:00:00.000Z',
  ...changes,
})

/** Returns a message of the agency in the portal. */
export const messageOf = (number: number, changes: Partial<TaskNote> = {}): TaskNote =>
  replyOf(number, { source: 'portal', authorSide: 'agency', author: null, text: `Message ${number}`, ...changes })
