import type { ComposeMail } from '@app/chassis/mail/serve-mails.ts'
import { findBriefChanges } from './brief-changes.ts'
import type { MailDeps } from './deps.ts'
import { findDigestTasks } from './digest.repository.ts'
import { findMailedTasks } from './mailed-task.repository.ts'
import { adminsFacts, type TaskUpdateKind } from './task-update.ts'
import { DIGEST_LINES_MAX, taskDigest } from './templates/task-digest.ts'

/** The digest of an admin. Each line shows the current state of its task. Obsolete when none of the tasks needs an admin. */
export const composeTaskDigest =
  (deps: MailDeps): ComposeMail =>
  async ({ recipient, ids }) => {
    if (recipient.kind !== 'admin') return 'obsolete'
    const { listed, counts } = await findDigestTasks(deps.db, ids, DIGEST_LINES_MAX)
    const rows = await findMailedTasks(
      deps.db,
      listed.map(({ id }) => id),
    )
    const rowOf = new Map(rows.map((row) => [row._id, row]))
    const changes = await findBriefChanges(deps.db, rows, 'owner')
    // Parts of a brief that have their former value again need nobody. But the task may have messages.
    const kindOf = ({ id, kind, messages }: (typeof listed)[number]): TaskUpdateKind | undefined => {
      if (kind !== 'changed' || changes.has(id)) return kind
      return messages > 0 ? 'messages' : undefined
    }
    const pointless = listed.filter((update) => kindOf(update) !== update.kind)
    const changed = counts.changed - pointless.length
    const withMessages = counts.messages + pointless.filter((update) => update.messages > 0).length
    const [first, ...others] = listed.flatMap((update) => {
      const { id, openNotes, messages, lastMessage } = update
      const [row, kind] = [rowOf.get(id), kindOf(update)]
      const briefChanges = changes.get(id)
      return row && kind ? [{ kind, facts: adminsFacts(row, deps.store, { openNotes, messages, lastMessage, briefChanges }) }] : []
    })
    if (!first) return 'obsolete'
    const content = taskDigest([first, ...others], { ...counts, changed, messages: withMessages }, deps.origin)
    return { ...content, ...(others.length === 0 && { threadId: first.facts._id }) }
  }
