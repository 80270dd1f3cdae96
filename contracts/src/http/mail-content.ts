import * as Type from 'typebox'
import { defineRoute, type ServiceName } from '../define.ts'
import { Id, oneOf } from '../primitives.ts'

/** The topics of emails, by the service that composes them. The comments name the object whose id is `about` in a request. */
export const taskMailTopics = [
  // about a task
  'task-assigned',
  'task-created-for-you',
  'approved',
  'referred-back',
  'posted',
  'task-changed',
  // about a task that an admin removed
  'task-removed',
  // about an undone launch
  'launch-undone',
  // about a preview
  'preview-ready',
  'preview-findings',
  // about a decision
  'receipt',
  // about a reminder
  'reminder',
  'posting-soon',
  // about a reminder that a task must be posted now
  'post-due',
  // about a digest of an admin; `ids` are its tasks
  'task-digest',
  // about a code for a new browser
  'review-code',
  // about a note that was a reply to an email
  'reply-received',
  // about the first of several messages of the agency
  'messages-written',
  // about a colleague
  'colleague-invitation',
  'colleague-joined',
  'colleague-declined',
  'colleague-left',
  'colleague-asks',
  // about a monthly report
  'monthly-report',
] as const
export type TaskMailTopic = (typeof taskMailTopics)[number]

export const identityMailTopics = [
  // about a user
  'welcome',
  'password-changed',
  // about a request for a link that confirms the email address
  'verify-email',
  // about a request for a password reset code
  'reset-code',
  // about a request to change the email address
  'confirm-new-email',
  // about a change that the former address can take back
  'email-changed',
  // about an invitation of an admin
  'admin-invitation',
] as const
export type IdentityMailTopic = (typeof identityMailTopics)[number]

export const companyMailTopics = [
  // about an export
  'export-ready',
  'export-failed',
  // about an erasure
  'erasure-confirm',
  'erasure-waits',
  'erasure-soon',
  'erasure-begins',
  'erasure-canceled',
] as const
export type CompanyMailTopic = (typeof companyMailTopics)[number]

/** About a company; `ids` are its documents, or its deliveries of photos. */
export const documentMailTopics = ['documents-shared', 'photos-received'] as const
export type DocumentMailTopic = (typeof documentMailTopics)[number]

export const sheetMailTopics = [
  // about a company
  'sheet-away',
  // about a change of a customer that cannot be written
  'write-refused',
] as const
export type SheetMailTopic = (typeof sheetMailTopics)[number]

export const campaignMailTopics = [
  // about a dispatch
  'sending-late',
  'sending-missed',
  'sending-held',
  'sending-done',
  // about a notice of a suspension, which one owner gets
  'sending-suspended',
  'sending-resumed',
] as const
export type CampaignMailTopic = (typeof campaignMailTopics)[number]

export const mailRecipientKinds = ['owner', 'admin', 'colleague', 'invited-admin'] as const

/**
 * The recipient of an email: a user, a colleague of an owner, or an invited admin. The last two have no account; `invited-admin` has the id
 * of the invitation.
 */
export const MailRecipient = Type.Object({ kind: oneOf(mailRecipientKinds), id: Id })
export type MailRecipient = Type.Static<typeof MailRecipient>

/** Maximum number of objects that an email lists. */
export const LISTED_IDS_MAX = 1_000

/** A request for the content of one email. */
export const MailRequest = Type.Object({
  topic: Type.String({ maxLength: 100, description: 'a replica of an earlier release may not know the topic' }),
  about: Type.String({ ...Id, description: 'id of the object that the email is about' }),
  recipient: MailRecipient,
  ids: Type.Optional(Type.Array(Id, { maxItems: LISTED_IDS_MAX, description: 'objects that the email lists' })),
})
export type MailRequest = Type.Static<typeof MailRequest>

/** The content of an email, and what its headers need. */
export const ComposedMail = Type.Object({
  to: Type.Optional(
    Type.String({
      description: 'email address of the recipient, from services that store it. Absent: the address that `notifications` stores',
    }),
  ),
  subject: Type.String(),
  text: Type.String(),
  html: Type.String(),
  parts: Type.Optional(
    Type.Array(
      Type.Union([
        Type.Object({
          kind: Type.Literal('picture'),
          key: Type.String({ description: 'key of a public file in the file store' }),
          fileName: Type.String(),
        }),
        Type.Object({ kind: Type.Literal('file'), fileName: Type.String(), contentType: Type.String(), content: Type.String() }),
      ]),
      { maxItems: 30, description: 'pictures, which are read from the file store, and attached files' },
    ),
  ),
  threadId: Type.Optional(Type.String({ ...Id, description: 'emails with the same id are one thread' })),
  returnId: Type.Optional(
    Type.String({
      ...Id,
      description: 'id in the return path, so that the composing service learns of a bounce. A review link or a colleague',
    }),
  ),
  takesReplies: Type.Optional(Type.Boolean({ description: 'replies go to an address with `returnId`' })),
  isAnswer: Type.Optional(Type.Boolean({ description: 'the email answers an email, so it must not be answered automatically' })),
  isTracked: Type.Optional(Type.Boolean({ description: 'events tell whether the email was sent or refused' })),
  unsubscribeUrl: Type.Optional(Type.String({ description: 'a POST request to this URL ends the emails (RFC 8058)' })),
})
export type ComposedMail = Type.Static<typeof ComposedMail>
export type MailPart = NonNullable<ComposedMail['parts']>[number]

const mailContentRoute = <const I extends string, const S extends ServiceName>(id: I, service: S) =>
  defineRoute({
    id,
    service,
    method: 'POST',
    url: '/internal/mail-content',
    access: 'public',
    internal: true,
    summary:
      'Composes an email from current data when it is sent. `Authorization: Key …` must contain `INTERNAL_MAIL_KEY`. 410: there is nothing ' +
      'to send any more. 409 with `Retry-After`: the content is not complete yet. 404: this release does not know the topic',
    bodyMaxBytes: 64 * 1024,
    schema: { body: MailRequest, response: { 200: ComposedMail } },
  })

export const composeTaskMail = mailContentRoute('composeTaskMail', 'tasks')
export const composeIdentityMail = mailContentRoute('composeIdentityMail', 'identity')
export const composeCompanyMail = mailContentRoute('composeCompanyMail', 'company')
export const composeDocumentMail = mailContentRoute('composeDocumentMail', 'documents')
export const composeSheetMail = mailContentRoute('composeSheetMail', 'crm-proxy')
export const composeCampaignMail = mailContentRoute('composeCampaignMail', 'campaigns')

/** A route with which `notifications` requests the content of emails from the service in `service`. */
export type MailContentRoute = ReturnType<typeof mailContentRoute>
