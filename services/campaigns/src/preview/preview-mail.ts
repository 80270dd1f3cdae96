import type { Owner } from '@app/chassis/companies/own-company.ts'
import type { previewMail as contract, Finding } from '@app/contracts/http/mails.ts'
import { extensions } from '@app/contracts/rules/files.ts'
import type * as Type from 'typebox'
import type { Attachment } from '../content/attachment.ts'
import { CONTENT_ID } from '../content/compose-mail.ts'
import { findingsOf } from '../content/prepare-mail.ts'
import { type Preview, previewOf } from '../content/preview.ts'
import type { CampaignsDeps } from '../deps.ts'
import { draftMail } from './draft-mail.ts'

type Asked = Type.Static<typeof contract.schema.body>

/** Links in a preview lead to nobody's row. */
const NOBODY = { id: '00000000-0000-0000-0000-000000000000', email: 'somebody@example.com', token: 'preview' }

/** An image that is still with its owner: told by its name and size alone. Wherever the mail has it, the preview has it by this address. */
function unsent({ fileName, size }: NonNullable<Asked['attachment']>): Attachment {
  const ending = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase()
  const [type = 'image/png'] = Object.entries(extensions).find(([, extension]) => extension === ending) ?? []
  return {
    name: fileName,
    type,
    size,
    url: `cid:${CONTENT_ID}`,
    read: () => Promise.reject(new Error('An image that was not sent cannot be read')),
  }
}

/** The mail as a recipient would get it, and what should be mended before. */
export async function previewMail(deps: CampaignsDeps, owner: Owner, asked: Asked): Promise<Preview & { findings: Finding[] }> {
  const { attachment, values = {} } = asked
  const input = await draftMail(deps, owner, asked, attachment ? unsent(attachment) : null)
  const recipient = { ...NOBODY, email: values['Email id'] || NOBODY.email, merge: values }
  return { ...previewOf(input, deps.mail.settings, recipient), findings: await findingsOf(deps.mail, input) }
}
