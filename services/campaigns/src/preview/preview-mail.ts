import type { Owner } from '@app/chassis/companies/own-company.ts'
import type { previewMail as contract, Finding } from '@app/contracts/http/mails.ts'
import type * as Type from 'typebox'
import type { Attachment } from '../content/attachment.ts'
import { CONTENT_ID } from '../content/compose-mail.ts'
import { findingsOf } from '../content/prepare-mail.ts'
import { type Preview, previewOf } from '../content/preview.ts'
import type { CampaignsDeps } from '../deps.ts'
import { draftMail } from './draft-mail.ts'

type PreviewRequest = Type.Static<typeof contract.schema.body>

/** Sample recipient, for showing a campaign email before it is sent. The token in the unsubscribe link belongs to no delivery. */
const SAMPLE_RECIPIENT = { id: '00000000-0000-0000-0000-000000000000', email: 'somebody@example.com', token: 'preview' }

/**
 * Describes an image that was not uploaded. At the `cid:` URL, the web app shows the file that the owner selected in the browser. An upload
 * of any type becomes an image that emails show.
 */
function toAttachment({ fileName, size }: NonNullable<PreviewRequest['attachment']>): Attachment {
  return {
    name: fileName,
    type: 'image/png',
    size,
    url: `cid:${CONTENT_ID}`,
    read: () => Promise.reject(new Error('The image was not uploaded')),
  }
}

export async function previewMail(deps: CampaignsDeps, owner: Owner, request: PreviewRequest): Promise<Preview & { findings: Finding[] }> {
  const { attachment, values = {} } = request
  const input = await draftMail(deps, owner, request, attachment ? toAttachment(attachment) : null)
  const recipient = { ...SAMPLE_RECIPIENT, email: values['Email id'] || SAMPLE_RECIPIENT.email, merge: values }
  return { ...previewOf(input, deps.mail.settings, recipient), findings: await findingsOf(deps.mail, input) }
}
