import { applyManagerEvent } from '@app/chassis/companies/company-managers.ts'
import type { CompanyExportChanged, CompanyManagerChanged, CompanyNoteChanged, CompanyProfileSaved } from '@app/contracts/events/company.ts'
import { addNotifications } from '../feed/notification.repository.ts'
import { requestMails } from '../mail/mail.repository.ts'
import { removeEntriesOfOthers } from '../task-emails/digest-entry.repository.ts'
import type { Reaction } from './reaction.ts'

/** Adds no message and sends no email. Open screens refetch the company profile, unless it is only published again. */
export const refreshProfile: Reaction<typeof CompanyProfileSaved> = async (trx, { type, data }) => {
  const { ownerId, change, profile } = data
  if (change === 'none') return
  await addNotifications(trx, { type, companyProfileId: profile._id, ownerId })
}

/**
 * Saves the account manager of a company. Admins who want emails of their own companies get no digest about it any more if another admin is
 * its account manager. Open screens refetch their data.
 */
export const saveManager: Reaction<typeof CompanyManagerChanged> = async (trx, event) => {
  const { companyProfileId, ownerId, change } = event.data
  await applyManagerEvent(trx, event)
  await removeEntriesOfOthers(trx, companyProfileId)
  if (change === 'none') return
  await addNotifications(trx, { type: event.type, companyProfileId, ownerId })
}

/** Makes the open screens of admins refetch their data. Owners learn nothing of the team's notes. */
export const refreshNotes: Reaction<typeof CompanyNoteChanged> = (trx, { type, data: { companyProfileId, ownerId } }) =>
  addNotifications(trx, { type, companyProfileId, ownerId, owner: null })

const exportTopics = { ready: 'export-ready', failed: 'export-failed' } as const

/** Emails the person who requested an export when it is ready or failed. Open screens refetch the list of exports. */
export const reportExport: Reaction<typeof CompanyExportChanged> = async (trx, { id: eventId, type, data }) => {
  const { companyProfileId, ownerId, exportId, requestedBy, change } = data
  await addNotifications(trx, { type, companyProfileId, ownerId })
  if (change !== 'ready' && change !== 'failed') return
  const recipient = { kind: requestedBy.role, id: requestedBy.id }
  await requestMails(trx, 'company', [{ eventId, topic: exportTopics[change], about: exportId, companyId: companyProfileId, recipient }])
}
