import type { CustomerNoteKind } from '@app/contracts/rules/customer-notes.ts'

export const noteWords: Record<CustomerNoteKind, string> = {
  call: 'Call',
  email: 'Email',
  message: 'Message',
  meeting: 'Meeting',
  note: 'Note',
}
