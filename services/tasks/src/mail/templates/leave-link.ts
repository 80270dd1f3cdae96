import type { Block } from '@app/chassis/mail/draft.ts'

/** The link with which a colleague ends all emails about the company's previews. */
export const leaveLink = (url: string): Block => ({ kind: 'link', label: 'Leave: stop these emails', url })
