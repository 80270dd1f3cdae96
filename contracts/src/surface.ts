import { type EventContract, type RouteContract, type ServiceName, serviceNames } from './define.ts'
import { routeOf, type ServiceRoute } from './each-service.ts'
import * as campaignEvents from './events/campaigns.ts'
import * as colleagueEvents from './events/colleagues.ts'
import * as companyEvents from './events/company.ts'
import * as crmEvents from './events/crm-proxy.ts'
import * as documentEvents from './events/documents.ts'
import * as identityEvents from './events/identity.ts'
import * as notificationEvents from './events/notifications.ts'
import * as taskNoteEvents from './events/task-notes.ts'
import * as taskEvents from './events/tasks.ts'
import * as adminInvitations from './http/admin-invitations.ts'
import * as allCompanies from './http/all-companies.ts'
import * as audience from './http/audience.ts'
import * as board from './http/board.ts'
import * as boardSearch from './http/board-search.ts'
import * as calendar from './http/calendar.ts'
import * as campaignProofreading from './http/campaign-proofreading.ts'
import * as campaignSearch from './http/campaign-search.ts'
import * as campaigns from './http/campaigns.ts'
import * as clientMails from './http/client-mails.ts'
import * as colleagues from './http/colleagues.ts'
import * as company from './http/company.ts'
import * as companyManagers from './http/company-managers.ts'
import * as companyNotes from './http/company-notes.ts'
import * as companyRecord from './http/company-record.ts'
import * as corrections from './http/corrections.ts'
import * as customerNotes from './http/customer-notes.ts'
import * as customers from './http/customers.ts'
import * as decisions from './http/decide-tasks.ts'
import * as dispatches from './http/dispatches.ts'
import * as documents from './http/documents.ts'
import * as emailChanges from './http/email-changes.ts'
import * as emailVerification from './http/email-verification.ts'
import * as erasure from './http/erasure.ts'
import * as exportRecords from './http/export-records.ts'
import * as exports from './http/exports.ts'
import * as identity from './http/identity.ts'
import * as inboundMail from './http/inbound-mail.ts'
import * as internalErasure from './http/internal-erasure.ts'
import * as launches from './http/launch-tasks.ts'
import * as mailContent from './http/mail-content.ts'
import * as mailLinks from './http/mail-links.ts'
import * as mailSearch from './http/mail-search.ts'
import * as mails from './http/mails.ts'
import * as monday from './http/monday.ts'
import * as monthlyReports from './http/monthly-reports.ts'
import * as notes from './http/notes.ts'
import * as notifications from './http/notifications.ts'
import * as operations from './http/operations.ts'
import * as owners from './http/owners.ts'
import * as personMails from './http/person-mails.ts'
import * as photos from './http/photos.ts'
import * as postLinks from './http/post-links.ts'
import * as postingKit from './http/posting-kit.ts'
import * as posts from './http/posts.ts'
import * as previewDeliveries from './http/preview-deliveries.ts'
import * as previewNotes from './http/preview-notes.ts'
import * as previews from './http/previews.ts'
import * as proofreading from './http/proofreading.ts'
import * as quotas from './http/quotas.ts'
import * as reminders from './http/remind-task.ts'
import * as reportFigures from './http/report-figures.ts'
import * as reports from './http/reports.ts'
import * as reviews from './http/reviews.ts'
import * as series from './http/series.ts'
import * as session from './http/session.ts'
import * as sheets from './http/sheets.ts'
import * as streamMultiplexing from './http/stream-multiplexing.ts'
import * as suppressions from './http/suppressions.ts'
import * as suspensions from './http/suspensions.ts'
import * as taskBatches from './http/task-batches.ts'
import * as taskChanges from './http/task-changes.ts'
import * as taskEmails from './http/task-emails.ts'
import * as tasks from './http/tasks.ts'
import * as usePhotos from './http/use-photo.ts'
import * as waiting from './http/waiting.ts'
import * as webErrors from './http/web-errors.ts'

const isRoute = (value: unknown): value is RouteContract =>
  typeof value === 'object' && value !== null && 'url' in value && 'access' in value
const isEvent = (value: unknown): value is EventContract => typeof value === 'object' && value !== null && 'aggregate' in value

/** The modules with the routes of each service. `each`: every service has these routes. */
const routeModules: Readonly<Record<ServiceName | 'each', readonly object[]>> = {
  identity: [identity, session, emailVerification, adminInvitations, emailChanges, owners, exportRecords, mailContent],
  company: [company, companyManagers, companyNotes, erasure, exports, mailContent],
  tasks: [
    tasks,
    taskBatches,
    taskChanges,
    corrections,
    postLinks,
    postingKit,
    posts,
    quotas,
    usePhotos,
    reminders,
    inboundMail,
    launches,
    decisions,
    series,
    previews,
    previewDeliveries,
    proofreading,
    reviews,
    colleagues,
    companyRecord,
    notes,
    previewNotes,
    allCompanies,
    board,
    monday,
    boardSearch,
    waiting,
    calendar,
    monthlyReports,
    exportRecords,
    mailContent,
  ],
  documents: [documents, photos, exportRecords, mailContent],
  'crm-proxy': [customers, customerNotes, sheets, audience, reportFigures, exportRecords, mailContent],
  campaigns: [
    inboundMail,
    campaigns,
    campaignSearch,
    campaignProofreading,
    dispatches,
    reports,
    reportFigures,
    mails,
    personMails,
    suppressions,
    mailLinks,
    suspensions,
    exportRecords,
    mailContent,
    mailSearch,
  ],
  notifications: [notifications, taskEmails, streamMultiplexing, clientMails, mailSearch, webErrors],
  each: [operations, internalErasure],
}

const declaredRoutes = (owner: ServiceName | 'each'): RouteContract[] =>
  routeModules[owner]
    .flatMap((m) => Object.values(m).filter(isRoute))
    .filter((route) => route.service === undefined || route.service === owner)

export const ownRoutes: readonly ServiceRoute[] = serviceNames.flatMap((service) =>
  declaredRoutes(service).map((route) => ({ ...route, service })),
)

export const allRoutes: readonly ServiceRoute[] = [
  ...ownRoutes,
  ...declaredRoutes('each').flatMap((route) => serviceNames.map((name) => routeOf(route, name))),
]

export const allEvents: readonly EventContract[] = [
  identityEvents,
  companyEvents,
  taskEvents,
  taskNoteEvents,
  colleagueEvents,
  documentEvents,
  crmEvents,
  campaignEvents,
  notificationEvents,
].flatMap((m) => Object.values(m).filter(isEvent))
