import { on, type Subscription } from '@app/chassis/messaging/consumer.ts'
import {
  CampaignChanged,
  DispatchDone,
  DispatchHeld,
  DispatchLate,
  DispatchMissed,
  SendingResumed,
  SendingSuspended,
} from '@app/contracts/events/campaigns.ts'
import { CompanyProfileSaved } from '@app/contracts/events/company.ts'
import { SheetAway, SheetBack, WriteRefused } from '@app/contracts/events/crm-proxy.ts'
import { DocumentOpened, DocumentRemoved, DocumentUploaded } from '@app/contracts/events/documents.ts'
import {
  AdminAdded,
  AdminRemoved,
  EmailVerificationRequested,
  EmailVerified,
  PasswordChanged,
  PasswordResetRequested,
  UserRegistered,
  UserState,
} from '@app/contracts/events/identity.ts'
import type { Tables } from './db/tables.ts'
import {
  confirmEmail,
  removeAdminRecipient,
  reportPasswordChange,
  saveAdmin,
  saveUser,
  sendResetCode,
  sendVerificationLink,
  welcomeOwner,
} from './reactions/accounts.ts'
import { refreshCampaign, reportDone, reportHeld, reportLate, reportMissed, reportResumed, reportSuspended } from './reactions/campaigns.ts'
import { refreshProfile } from './reactions/companies.ts'
import { refreshOpened, removeDocument, reportDocument } from './reactions/documents.ts'
import { reportRefusedWrite, reportSheetAway, reportSheetBack } from './reactions/sheets.ts'
import { taskSubscriptions } from './reactions/task-events.ts'
import type { Settings } from './settings.ts'

/** Returns the handlers of all consumed events. */
export const subscriptions = (settings: Settings): Subscription<Tables>[] => {
  const { publicUrl, timeZone } = settings
  return [
    on(UserRegistered, (trx, event) => welcomeOwner(trx, event, publicUrl)),
    on(EmailVerificationRequested, (trx, event) => sendVerificationLink(trx, event, publicUrl)),
    on(EmailVerified, confirmEmail),
    on(AdminAdded, saveAdmin),
    on(AdminRemoved, removeAdminRecipient),
    on(UserState, saveUser),
    on(PasswordResetRequested, (trx, event) => sendResetCode(trx, event, publicUrl)),
    on(PasswordChanged, (trx, event) => reportPasswordChange(trx, event, publicUrl)),
    on(CompanyProfileSaved, refreshProfile),
    ...taskSubscriptions(settings),
    on(DocumentUploaded, reportDocument),
    on(DocumentOpened, refreshOpened),
    on(DocumentRemoved, removeDocument),
    on(SheetAway, (trx, event) => reportSheetAway(trx, event, publicUrl, timeZone)),
    on(SheetBack, reportSheetBack),
    on(WriteRefused, (trx, event) => reportRefusedWrite(trx, event, publicUrl)),
    on(CampaignChanged, refreshCampaign),
    on(DispatchLate, (trx, event) => reportLate(trx, event, publicUrl, timeZone)),
    on(DispatchMissed, (trx, event) => reportMissed(trx, event, publicUrl)),
    on(DispatchHeld, (trx, event) => reportHeld(trx, event, publicUrl)),
    on(DispatchDone, (trx, event) => reportDone(trx, event, publicUrl)),
    on(SendingSuspended, (trx, event) => reportSuspended(trx, event, publicUrl)),
    on(SendingResumed, (trx, event) => reportResumed(trx, event, publicUrl)),
  ]
}

const NO_SETTINGS: Settings = { publicUrl: '', timeZone: '', now: () => new Date() }

export const subscribedTypes: readonly string[] = subscriptions(NO_SETTINGS).map(({ event }) => event.type)
