import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import type { Block } from '@app/chassis/mail/draft.ts'
import { oneLine } from '@app/chassis/text/one-line.ts'
import { formatDate } from '@app/contracts/format/dates.ts'
import { REMINDER_HEADING } from '@app/contracts/rules/review-mail-headings.ts'
import type { WaitingPreview } from '../../reminders/waiting-preview.repository.ts'
import { leaveLink } from './leave-link.ts'

interface ReminderItem extends Pick<WaitingPreview, 'taskId' | 'title' | 'previewNo' | 'postingDate'> {
  /** The page on which the owner can decide. */
  url: string
}

/** Maximum number of previews that the email lists. Further previews are only counted. */
const LISTED_MAX = 20

const titleOf = ({ taskId, title }: ReminderItem): string => `${oneLine(title, 200)} (#${taskId})`

const factsOf = (item: ReminderItem): Block => ({
  kind: 'facts',
  facts: [
    ['Task', titleOf(item)],
    ['Version', String(item.previewNo)],
    ...(item.postingDate ? [['Posting due', formatDate(item.postingDate)] as const] : []),
  ],
})

/** Returns the previews after the first as a list of links, so that the email has only one filled button. */
function otherItems(items: readonly ReminderItem[]): Block[] {
  if (items.length === 0) return []
  const lines = items.map((item) => ({
    text: titleOf(item),
    url: item.url,
    notes: [[`Version ${item.previewNo}`, ...(item.postingDate ? [`posting due ${formatDate(item.postingDate)}`] : [])].join(' · ')],
  }))
  return [{ kind: 'links', title: 'Also waiting', lines }]
}

const dueOf = ({ postingDate }: ReminderItem): string => (postingDate ? `Posting due ${formatDate(postingDate)}. ` : '')

/** The owner can see all previews in the portal. A colleague has no account, but can end the emails. */
type RecipientPage = { portalUrl: string } | { leaveUrl: string }

/** The reminder to an owner or colleague about all previews that wait for a decision, the most urgent first. */
export function reminder(items: readonly [ReminderItem, ...ReminderItem[]], page: RecipientPage): MailContent {
  const [first, ...others] = items
  const more = items.length - LISTED_MAX
  const isOne = items.length === 1
  return compose({
    subject: isOne ? `Waiting for your review: ${first.title}` : `${items.length} previews are waiting for your review`,
    preheader: isOne ? `${dueOf(first)}${REMINDER_HEADING}.` : items.map(({ title }) => oneLine(title, 60)).join(' · '),
    heading: REMINDER_HEADING,
    blocks: [
      { kind: 'text', text: `Approve ${isOne ? 'the preview' : 'each preview'}, or refer it back with your feedback.` },
      factsOf(first),
      { kind: 'action', label: `Review task #${first.taskId}`, url: first.url },
      ...otherItems(others.slice(0, LISTED_MAX - 1)),
      ...(more > 0 ? [{ kind: 'text', text: `And ${more} more.` } as const] : []),
      ...(more > 0 && 'portalUrl' in page ? [{ kind: 'link', label: 'See all in your portal', url: page.portalUrl } as const] : []),
      { kind: 'text', text: `Not now? Open ${isOne ? 'the' : 'a'} preview and choose “Remind me later”.` },
      ...('leaveUrl' in page ? [leaveLink(page.leaveUrl)] : []),
    ],
  })
}
