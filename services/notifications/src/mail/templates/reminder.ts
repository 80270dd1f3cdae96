import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import type { Block } from '@app/chassis/mail/draft.ts'
import { oneLine } from '@app/chassis/one-line.ts'
import { formatDate } from '@app/contracts/format/dates.ts'
import type { CalendarDate } from '@app/contracts/rules/business-dates.ts'

interface ReminderItem {
  taskId: number
  title: string
  previewNo: number
  postingDate: CalendarDate | null
  /** The page on which the owner can decide. */
  url: string
}

/** Maximum number of previews that the email lists. Further previews are only counted. */
const LISTED_MAX = 20

const itemBlocks = ({ taskId, title, previewNo, postingDate, url }: ReminderItem): Block[] => [
  {
    kind: 'facts',
    facts: [
      ['Task', `${oneLine(title, 200)} (#${taskId})`],
      ['Version', String(previewNo)],
      ...(postingDate ? [['Posting due', formatDate(postingDate)] as const] : []),
    ],
  },
  { kind: 'action', label: `Review task #${taskId}`, url },
]

const NOTHING_POSTED = 'We post nothing until you approve it.'

/** The reminder to an owner about all previews that wait for a decision, the most urgent first. */
export function reminder(items: readonly [ReminderItem, ...ReminderItem[]], portalUrl: string): MailContent {
  const [first] = items
  const more = items.length - LISTED_MAX
  const isOne = items.length === 1
  return compose({
    subject: isOne ? `Waiting for your review: ${first.title}` : `${items.length} previews are waiting for your review`,
    preheader: isOne ? NOTHING_POSTED : items.map(({ title }) => oneLine(title, 60)).join(' · '),
    heading: isOne ? 'Your preview is still waiting' : `${items.length} previews are waiting for you`,
    blocks: [
      {
        kind: 'text',
        text: `${isOne ? 'This preview is' : 'These previews are'} waiting for your decision. Approve ${isOne ? 'it' : 'each one'}, or refer it back with your feedback. ${NOTHING_POSTED}`,
      },
      ...items.slice(0, LISTED_MAX).flatMap(itemBlocks),
      ...(more > 0
        ? [
            { kind: 'text', text: `And ${more} more.` } as const,
            { kind: 'action', label: 'See all in your portal', url: portalUrl } as const,
          ]
        : []),
      { kind: 'text', text: 'Not now? Open a preview and choose “Remind me later”.' },
    ],
  })
}
