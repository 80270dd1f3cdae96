import { findCompany } from '@app/chassis/companies/company-projection.ts'
import type { ComposeMail } from '@app/chassis/mail/serve-mails.ts'
import type { MailDeps } from './deps.ts'
import { findSharedDocuments } from './shared-document.repository.ts'
import { documentsShared } from './templates/documents-shared.ts'

/** The email to an admin about new documents of a company. Obsolete when all of them were removed. */
export const composeDocumentsShared =
  ({ db, origin }: MailDeps): ComposeMail =>
  async ({ about, recipient, ids }) => {
    if (recipient.kind !== 'admin') return 'obsolete'
    const company = await findCompany(db, about)
    const [first, ...others] = await findSharedDocuments(db, about, ids)
    if (!company || !first) return 'obsolete'
    return documentsShared({ companyProfileId: company.id, companyName: company.name }, [first, ...others], origin)
  }
