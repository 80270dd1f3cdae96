import type { ComposeMail } from '@app/chassis/mail/serve-mails.ts'
import { findBriefChanges } from './brief-changes.ts'
import type { MailDeps } from './deps.ts'
import { findDigestTasks } from './digest.repository.ts'
import { findMailedTasks } from './mailed-task.repository.ts'
import { adminsFacts } from './task-update.ts'
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
    // Parts of a brief that have their former value again need nobody.
    const isPointless = ({ id, kind }: (typeof listed)[number]): boolean => kind === 'changed' && !changes.has(id)
    const changed = counts.changed - listed.filter(isPointless).length
    const [first, ...others] = listed.flatMap((update) => {
      const { id, kind, openNotes } = update
      const row = isPointless(update) ? undefined : rowOf.get(id)
      return row ? [{ kind, facts: adminsFacts(row, deps.store, { openNotes, briefChanges: changes.get(id) }) }] : []
    })
    if (!first) return 'obsolete'
    const content = taskDigest([first, ...others], { ...counts, changed }, deps.origin)
    return { ...content, ...(others.length === 0 && { threadId: first.facts._id }) }
  }
