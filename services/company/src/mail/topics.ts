import type { ComposeMail, WantedMail } from '@app/chassis/mail/serve-mails.ts'
import type { CompanyMailTopic } from '@app/contracts/http/mail-content.ts'
import { todayIn } from '@app/contracts/rules/business-dates.ts'
import type { CompanyDeps } from '../deps.ts'
import { findMailedErasure, type MailedErasure } from '../erasure/erasure.repository.ts'
import { erasureTokenOf } from '../erasure/erasure-link.ts'
import { type ExportFile, findExport } from '../exports/exports.repository.ts'
import { erasureBegins } from './templates/erasure-begins.ts'
import { erasureCanceled } from './templates/erasure-canceled.ts'
import { erasureConfirm } from './templates/erasure-confirm.ts'
import { erasureSoon } from './templates/erasure-soon.ts'
import { erasureWaits } from './templates/erasure-waits.ts'
import { exportFailed, exportReady } from './templates/exports.ts'

type MailDeps = Pick<CompanyDeps, 'db' | 'internalDataKey' | 'origin' | 'now'>

/** Returns the email about an export to the person who requested it. Obsolete unless the export has this state. */
const aboutExport =
  ({ db, origin }: MailDeps, state: ExportFile['state'], template: typeof exportReady): ComposeMail =>
  async ({ about, recipient }) => {
    const found = await findExport(db, about)
    if (!found || found.state !== state || found.requestedBy !== recipient.id || found.requestedByRole !== recipient.kind) return 'obsolete'
    const { companyId, companyName, requestedByRole } = found
    return template(
      requestedByRole === 'owner'
        ? { url: `${origin}/management?section=4&show=export` }
        : { companyName, url: `${origin}/admin/dashboard?tab=companies&company=${companyId}&part=setup` },
    )
  }

/** Returns the composers of all emails about companies. Those about an erasure contain no text that the owner entered. */
export function companyComposers(deps: MailDeps): Readonly<Record<CompanyMailTopic, ComposeMail>> {
  const { db, internalDataKey, origin, now } = deps

  async function erasureIn({ about, recipient }: WantedMail, state: MailedErasure['state']): Promise<MailedErasure | undefined> {
    const found = recipient.kind === 'owner' ? await findMailedErasure(db, about, recipient.id) : undefined
    return found?.state === state ? found : undefined
  }
  const dayOf = ({ dueAt, timeZone }: MailedErasure): string => todayIn(timeZone, new Date(dueAt ?? now()))

  return {
    'export-ready': aboutExport(deps, 'ready', exportReady),
    'export-failed': aboutExport(deps, 'failed', exportFailed),
    /** The email with the link that confirms the erasure. Obsolete when the link was used or replaced, or has expired. */
    async 'erasure-confirm'(wanted) {
      const found = await erasureIn(wanted, 'asked')
      if (!found || new Date(found.linkExpiresAt) <= now()) return 'obsolete'
      return erasureConfirm({ token: erasureTokenOf(internalDataKey, wanted.about) }, origin)
    },
    /** The email after the confirmation. Obsolete when the company was kept. */
    async 'erasure-waits'(wanted) {
      const found = await erasureIn(wanted, 'waiting')
      return found ? erasureWaits({ day: dayOf(found) }, origin) : 'obsolete'
    },
    /** The reminder two days before the erasure. Obsolete when the company was kept. */
    async 'erasure-soon'(wanted) {
      const found = await erasureIn(wanted, 'waiting')
      return found ? erasureSoon({ day: dayOf(found) }, origin) : 'obsolete'
    },
    /** The last email, before the address of the owner is erased. */
    'erasure-begins': async (wanted) => ((await erasureIn(wanted, 'erasing')) ? erasureBegins(origin) : 'obsolete'),
    /** The email after an admin canceled the erasure. */
    async 'erasure-canceled'(wanted) {
      const found = await erasureIn(wanted, 'kept')
      return found?.reason ? erasureCanceled({ reason: found.reason }, origin) : 'obsolete'
    },
  }
}
