import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import type { Block, LinkedLine } from '@app/chassis/mail/draft.ts'
import { oneLine } from '@app/chassis/text/one-line.ts'
import { formatDate } from '@app/contracts/format/dates.ts'
import { changesLine } from '../changes-line.ts'
import { type ListedUpdate, type TaskUpdateFacts, type TaskUpdateKind, taskUpdateKinds } from '../task-update.ts'
import { approved } from './approved.ts'
import { messageCount } from './message-quotes.ts'
import { messagesReceived } from './messages-received.ts'
import { notesWritten, openNotesLine } from './notes-written.ts'
import { referredBack } from './referred-back.ts'
import { taskAssigned } from './task-assigned.ts'
import { taskChanged } from './task-changed.ts'
import { adminTaskUrl } from './task-facts.ts'

/** Maximum number of tasks that a digest lists. Further tasks are only counted. */
export const DIGEST_LINES_MAX = 50

const TITLE_LENGTH = 100
const COMPANY_LENGTH = 100
const FEEDBACK_LENGTH = 140

type Counts = Readonly<Record<TaskUpdateKind, number>>

const sectionTitles: Record<TaskUpdateKind, string> = {
  'referred-back': 'Referred back: please upload a new preview',
  new: 'New tasks: please upload a preview',
  notes: 'Notes: please read and answer them',
  changed: 'Changed: please check the brief',
  messages: 'Messages: please read and answer them',
  approved: 'Approved: launch on the posting date',
}

/** The emails about a single task. A digest with only one task has the same content. */
const singles: Record<Exclude<TaskUpdateKind, 'messages'>, (facts: TaskUpdateFacts, publicUrl: string) => MailContent> = {
  'referred-back': referredBack,
  new: taskAssigned,
  notes: notesWritten,
  changed: taskChanged,
  approved,
}

/** Returns the email about a single task. If there are messages, it is about them and also says what else is to do. */
const single = ({ kind, facts }: ListedUpdate, publicUrl: string): MailContent =>
  kind === 'messages' || facts.messages > 0 ? messagesReceived(facts, kind, publicUrl) : singles[kind](facts, publicUrl)

/** Returns for example "3 tasks referred back, 12 new, 1 approved". Only the first part contains the word "tasks". */
function summaryOf(counts: Counts): string {
  const words: Record<TaskUpdateKind, string> = {
    'referred-back': 'referred back',
    new: 'new',
    notes: 'with notes',
    changed: 'changed',
    messages: 'with messages',
    approved: 'approved',
  }
  const parts = taskUpdateKinds
    .filter((kind) => counts[kind] > 0)
    .map((kind, at) => {
      const count = counts[kind]
      if (at > 0) return `${count} ${words[kind]}`
      const tasks = count === 1 ? 'task' : 'tasks'
      return kind === 'new' ? `${count} new ${tasks}` : `${count} ${tasks} ${words[kind]}`
    })
  return parts.join(', ')
}

function notesOf({ kind, facts }: ListedUpdate): string[] {
  const { feedback, clientSuggestImage, isUnconfirmed, openNotes, messages, lastMessage, targetPostingDate, briefChanges } = facts
  const notes: string[] = []
  if (targetPostingDate) notes.push(`Posting due ${formatDate(targetPostingDate)}`)
  if (briefChanges) notes.push(changesLine(briefChanges))
  if (kind === 'referred-back') {
    if (feedback) notes.push(`“${oneLine(feedback, FEEDBACK_LENGTH)}”`)
    if (clientSuggestImage) notes.push('The company attached a picture.')
    if (isUnconfirmed) notes.push('An email app may have sent this feedback.')
  }
  if (kind === 'notes') notes.push(openNotesLine(openNotes))
  if (messages > 0) notes.push(`${messageCount(messages)}: “${oneLine(lastMessage, FEEDBACK_LENGTH)}”`)
  if (kind === 'approved' && isUnconfirmed) notes.push('Please do not launch yet: the company has not confirmed the approval.')
  return notes
}

/** Returns one list for each company, in the order of their first tasks. */
function companyLists(updates: readonly ListedUpdate[], publicUrl: string): Block[] {
  const lists = new Map<string, { title: string; lines: LinkedLine[] }>()
  for (const item of updates) {
    const { companyProfileId, companyName, taskId, title } = item.facts
    const list = lists.get(companyProfileId) ?? { title: oneLine(companyName, COMPANY_LENGTH), lines: [] }
    const text = `${oneLine(title, TITLE_LENGTH)} (#${taskId})`
    list.lines.push({ text, url: adminTaskUrl(item.facts, publicUrl), notes: notesOf(item) })
    lists.set(companyProfileId, list)
  }
  return [...lists.values()].map((list) => ({ kind: 'links', ...list }))
}

/**
 * The email to an admin about several tasks. `listed` are the most important updates, at most `DIGEST_LINES_MAX`, in the order in which
 * they are listed. `counts` also counts the updates that are not listed. For a single task, returns the content of the email about it.
 */
export function taskDigest(listed: readonly [ListedUpdate, ...ListedUpdate[]], counts: Counts, publicUrl: string): MailContent {
  const [first] = listed
  const all = taskUpdateKinds.reduce((sum, kind) => sum + counts[kind], 0)
  if (all === 1) return single(first, publicUrl)
  const more = all - listed.length
  const summary = summaryOf(counts)
  const dashboard = `${publicUrl}/admin/dashboard`
  const sections = taskUpdateKinds.flatMap((kind): Block[] => {
    const updates = listed.filter((item) => item.kind === kind)
    return updates.length
      ? [{ kind: 'section', title: `${sectionTitles[kind]} (${counts[kind]})` }, ...companyLists(updates, publicUrl)]
      : []
  })
  return compose({
    subject: summary,
    preheader: listed.map(({ facts }) => `${oneLine(facts.companyName, 40)}: ${oneLine(facts.title, 40)}`).join(' · '),
    heading: 'The most urgent tasks are first',
    blocks: [
      ...sections,
      ...(more > 0 ? [{ kind: 'text', text: `And ${more} more. Open the dashboard to see all tasks.` } as const] : []),
      { kind: 'action', label: 'Open the dashboard', url: `${dashboard}?tab=tasks` },
      { kind: 'link', label: 'Change these emails', url: `${dashboard}?account=task-emails` },
    ],
  })
}
