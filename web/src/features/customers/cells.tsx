import { formatDate } from '@app/contracts/format/dates.ts'
import { isCalendarDate } from '@app/contracts/rules/business-dates.ts'
import type { CustomerNoteKind } from '@app/contracts/rules/customer-notes.ts'
import { Badge, type BadgeTone } from '../../shared/ui/Badge.tsx'

const tones: Readonly<Record<string, BadgeTone>> = { Lead: 'pending', Customer: 'approved', Lost: 'roll-back' }

/** An unknown stage is shown without color. */
export const StageBadge = ({ stage }: { stage: string }) => <Badge tone={tones[stage]}>{stage.trim() || 'No stage'}</Badge>

export const noteWords: Record<CustomerNoteKind, string> = {
  call: 'Call',
  email: 'Email',
  message: 'Message',
  meeting: 'Meeting',
  note: 'Note',
}

/**
 * Returns the text of a cell for a comparison of two values. Only dates are formatted: two phone numbers that differ only in their form must
 * not look equal.
 */
export const shownCell = (text: string): string => (isCalendarDate(text) ? formatDate(text) : text)
