import { REMIND_EVERY_MS } from './reviews.ts'

/** Facts about a waiting preview that decide whether an admin can remind the owner. */
export interface Remindable {
  /** Whether the owner gets review links. */
  reviewLinks: boolean
  /** Whether the owner confirmed the email address. */
  isOwnerConfirmed: boolean
  /** Whether the email about the current preview, or the last review email to the owner's address, bounced. */
  emailBounced: boolean
  /** When the last reminder about the current preview was requested or sent, ISO 8601 in UTC. Null without a reminder. */
  remindedAt: string | null
}

/** Reasons why no reminder is possible. An admin can call the client instead. */
export const remindRefusals = {
  'reminders-off': 'This company has turned off review links, so we send no reminders. Please call instead.',
  'address-unconfirmed': 'This company has not confirmed the email address yet. Please call instead.',
  'email-bounced': 'Our email to this client bounced. Please call instead.',
} as const
export type RemindRefusal = keyof typeof remindRefusals

/** Returns the reason why no reminder about a waiting preview is possible. Undefined if a reminder is possible, now or later. */
export function remindRefusal({ reviewLinks, isOwnerConfirmed, emailBounced }: Omit<Remindable, 'remindedAt'>): RemindRefusal | undefined {
  if (!reviewLinks) return 'reminders-off'
  if (!isOwnerConfirmed) return 'address-unconfirmed'
  return emailBounced ? 'email-bounced' : undefined
}

/** Returns the time, in ms since 1970, from which an admin can request the next reminder. 0 without an earlier reminder. */
export const nextReminderAt = ({ remindedAt }: Pick<Remindable, 'remindedAt'>): number =>
  remindedAt === null ? 0 : Date.parse(remindedAt) + REMIND_EVERY_MS
