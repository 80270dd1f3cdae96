import type { ObjectStore } from '@app/chassis/storage/object-store.ts'
import type { BriefChanges } from './changes-line.ts'
import { type MailedRow, toMailedTask } from './mailed-task.repository.ts'
import type { MailedTask } from './templates/task-facts.ts'

/** The kinds of updates for admins, the most important first. Each kind is something that an admin has to do. */
export const taskUpdateKinds = ['referred-back', 'new', 'notes', 'changed', 'messages', 'approved'] as const
export type TaskUpdateKind = (typeof taskUpdateKinds)[number]

/** The data of a task that emails to admins show. */
export interface TaskUpdateFacts extends MailedTask {
  /** The owner's words about a referral. */
  feedback: string
  /** Key of the picture that the owner attached to a referral. */
  clientSuggestImage: string | null
  /** Whether a machine, such as a mail scanner, may have made the decision. */
  isUnconfirmed: boolean
  /** Number of open notes on the preview, for the kind `notes`. */
  openNotes: number
  previewNo: number | null
  /** Number of messages of the owner that no admin has seen, and the newest one. */
  messages: number
  lastMessage: string
}

/** What an admin has to read about a task. */
type ToRead = Pick<TaskUpdateFacts, 'openNotes' | 'messages' | 'lastMessage'>

const NOTHING_TO_READ: ToRead = { openNotes: 0, messages: 0, lastMessage: '' }

/** An update that a digest lists. */
export interface ListedUpdate {
  kind: TaskUpdateKind
  facts: TaskUpdateFacts
}

/** Returns the data of a task that emails to admins show. What an admin has to read is needed only for digests. */
export function adminsFacts(
  row: MailedRow,
  store: Pick<ObjectStore, 'absoluteUrl'>,
  { briefChanges, ...toRead }: Partial<ToRead> & { briefChanges?: BriefChanges | undefined },
): TaskUpdateFacts {
  const referral = row.currentStatus === 'Roll Back' ? row.rollbackFeedback.at(-1) : undefined
  return {
    ...toMailedTask(row, store),
    feedback: referral?.feedback ?? '',
    clientSuggestImage: referral?.clientSuggestImage ?? null,
    isUnconfirmed: referral ? referral.isUnconfirmed === true : row.currentStatus === 'Approved' && row.approvalUnconfirmed,
    ...NOTHING_TO_READ,
    ...toRead,
    previewNo: row.previewNo,
    ...(briefChanges && { briefChanges }),
  }
}
