import type { App } from '@app/chassis/http/app.ts'
import { type ComposeMail, serveMails } from '@app/chassis/mail/serve-mails.ts'
import { composeDocumentMail, type DocumentMailTopic } from '@app/contracts/http/mail-content.ts'
import type { DocumentsDeps } from '../deps.ts'
import type { MailDeps } from './deps.ts'
import { composeDocumentsShared } from './shared-documents.ts'

const composersOf = (deps: MailDeps): Readonly<Record<DocumentMailTopic, ComposeMail>> => ({
  'documents-shared': composeDocumentsShared(deps),
})

/** Registers the route with which `notifications` requests the content of emails about documents. */
export function registerMailRoutes(app: App, deps: DocumentsDeps): void {
  serveMails(app, composeDocumentMail, { internalMailKey: deps.internalMailKey, composers: composersOf(deps) })
}
