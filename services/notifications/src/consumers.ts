import { on, type Subscription } from '@app/chassis/messaging/consumer.ts'
import { CampaignChanged, DispatchReported, SuspensionChanged } from '@app/contracts/events/campaigns.ts'
import {
  CompanyExportChanged,
  CompanyManagerChanged,
  CompanyNoteChanged,
  CompanyProfileSaved,
  ErasureChanged,
} from '@app/contracts/events/company.ts'
import { SheetReachabilityChanged, WriteRefused } from '@app/contracts/events/crm-proxy.ts'
import { DocumentChanged, PhotoRemoved, PhotosReceived } from '@app/contracts/events/documents.ts'
import { AdminInvited, EmailRequested, PasswordChanged, UserChanged } from '@app/contracts/events/identity.ts'
import type { Tables } from './db/tables.ts'
import { reportPasswordChange, saveUser, sendAdminInvitation, sendRequestedEmail } from './reactions/accounts.ts'
import { refreshCampaign, reportDispatch, reportSuspension } from './reactions/campaigns.ts'
import { refreshNotes, refreshProfile, reportExport, saveManager } from './reactions/companies.ts'
import { reportDocument } from './reactions/documents.ts'
import { reportErasure } from './reactions/erasures.ts'
import { refreshPhotos, reportPhotos } from './reactions/photos.ts'
import { reportReachability, reportRefusedWrite } from './reactions/sheets.ts'
import { taskSubscriptions } from './reactions/task-events.ts'
import type { Settings } from './settings.ts'

/** Returns the handlers of all consumed events. */
export const subscriptions = (settings: Settings): Subscription<Tables>[] => [
  on(UserChanged, saveUser),
  on(EmailRequested, sendRequestedEmail),
  on(AdminInvited, sendAdminInvitation),
  on(PasswordChanged, reportPasswordChange),
  on(CompanyProfileSaved, refreshProfile),
  on(CompanyManagerChanged, saveManager),
  on(CompanyNoteChanged, refreshNotes),
  on(CompanyExportChanged, reportExport),
  on(ErasureChanged, reportErasure),
  ...taskSubscriptions(settings),
  on(DocumentChanged, reportDocument),
  on(PhotosReceived, (trx, event) => reportPhotos(trx, event, settings)),
  on(PhotoRemoved, refreshPhotos),
  on(SheetReachabilityChanged, reportReachability),
  on(WriteRefused, reportRefusedWrite),
  on(CampaignChanged, refreshCampaign),
  on(DispatchReported, reportDispatch),
  on(SuspensionChanged, reportSuspension),
]

const NO_SETTINGS: Settings = { publicUrl: '', timeZone: '', now: () => new Date() }

export const subscribedTypes: readonly string[] = subscriptions(NO_SETTINGS).map(({ event }) => event.type)
