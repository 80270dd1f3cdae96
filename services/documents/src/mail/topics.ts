import { findCompany } from '@app/chassis/companies/company-projection.ts'
import type { ComposeMail } from '@app/chassis/mail/serve-mails.ts'
import type { DocumentMailTopic } from '@app/contracts/http/mail-content.ts'
import type { DocumentsDeps } from '../deps.ts'
import { findSharedDocuments } from '../documents/document.repository.ts'
import { findReceivedPhotos } from './received-photos.repository.ts'
import { documentsShared } from './templates/documents-shared.ts'
import { photosReceived } from './templates/photos-received.ts'

/** Returns the composers of all emails about documents. */
export const documentComposers = ({ db, origin }: DocumentsDeps): Readonly<Record<DocumentMailTopic, ComposeMail>> => ({
  /** The email to an admin about new documents of a company. Obsolete when all of them were removed. */
  async 'documents-shared'({ about, recipient, ids }) {
    if (recipient.kind !== 'admin') return 'obsolete'
    const company = await findCompany(db, about)
    const [first, ...others] = await findSharedDocuments(db, about, ids)
    if (!company || !first) return 'obsolete'
    return documentsShared({ companyProfileId: company.id, companyName: company.name }, [first, ...others], origin)
  },
  /** The email to an admin about photos of a company. Obsolete when all of them were removed. */
  async 'photos-received'({ about, recipient, ids }) {
    if (recipient.kind !== 'admin') return 'obsolete'
    const company = await findCompany(db, about)
    const [first, ...others] = await findReceivedPhotos(db, about, ids)
    if (!company || !first) return 'obsolete'
    return photosReceived({ companyProfileId: company.id, companyName: company.name }, [first, ...others], origin)
  },
})
