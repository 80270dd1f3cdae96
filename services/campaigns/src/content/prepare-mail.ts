import { isMissing } from '@app/chassis/storage/measured-client.ts'
import { formatList } from '@app/contracts/format/lists.ts'
import type { Finding } from '@app/contracts/http/mails.ts'
import { checkMergeFields } from '@app/contracts/rules/merge-fields.ts'
import { type Attachment, placementOf } from './attachment.ts'
import { compileMail, type LinkedMail } from './compile-mail.ts'
import { type CompiledMail, mailFiller } from './compiled-mail.ts'
import type { FindDeadLinks } from './dead-links.ts'
import { linksOf } from './links.ts'
import type { MailInput, MailSettings } from './mail-input.ts'
import { previewOf } from './preview.ts'
import type { FindMissingRecords } from './sender-domain.ts'
import { type Recipient, templateOf } from './template.ts'

export interface MailDeps {
  settings: MailSettings
  findDeadLinks: FindDeadLinks
  /** Set in production only. In development, no mail provider checks the DNS records. */
  findMissingRecords?: FindMissingRecords
}

/** Maximum size of an email's HTML. If the HTML is longer, Gmail cuts off its end, which contains the unsubscribe link. */
const HTML_MAX_BYTES = 100_000
const ONE_CLICK = 'List-Unsubscribe-Post: List-Unsubscribe=One-Click'

/** A recipient without cells, for checks. Merge fields get their fallback values. */
const SAMPLE_RECIPIENT: Recipient = {
  id: '00000000-0000-0000-0000-000000000000',
  email: 'nobody@example.com',
  token: '0'.repeat(32),
  merge: {},
}

const error = (code: Finding['code'], message: string, field?: string): Finding => ({
  code,
  severity: 'error',
  message,
  ...(field !== undefined && { field }),
})

const NO_POSTAL_ADDRESS = 'Marketing emails must show a postal address. Add your street and city in Company Profile.'
export const IMAGE_MISSING = 'The picture of this step is no longer there. Choose it again.'
const IMAGE_UNAVAILABLE = 'We couldn’t read the picture. Try again later, or choose the picture again.'

function addressFindings({ company }: MailInput): Finding[] {
  if (company.postalAddress) return []
  return [error('no-postal-address', NO_POSTAL_ADDRESS, `companyProfile.${company.missingAddressField ?? 'address1'}`)]
}

const mergeFieldFindings = ({ step }: MailInput): Finding[] =>
  (['subject', 'body'] as const).flatMap((field) => {
    const wrong = checkMergeFields(step[field])
    return wrong ? [error('merge-field', wrong, field)] : []
  })

function sizeFindings(input: MailInput, settings: MailSettings): Finding[] {
  const { html } = previewOf(input, settings, SAMPLE_RECIPIENT)
  if (Buffer.byteLength(html) <= HTML_MAX_BYTES) return []
  return [
    error('too-large', 'This email is too long: email apps would cut it off. Please shorten the text, long links in particular.', 'body'),
  ]
}

/** Whether an email contains both headers of one-click unsubscribe (RFC 8058), each on one line. */
function hasOneClick(mail: Buffer): boolean {
  const [head = ''] = mail.toString('latin1').split('\r\n\r\n', 1)
  const lines = head.split('\r\n')
  return lines.some((line, at) => /^List-Unsubscribe: <https?:[^\s<>]+>$/.test(line) && lines[at + 1] === ONE_CLICK)
}

const unsubscribeFindings = (mail: CompiledMail): Finding[] =>
  hasOneClick(mailFiller(mail)(SAMPLE_RECIPIENT).bytes)
    ? []
    : [error('unsubscribe', 'This email has no one-click unsubscribe link. We have to fix that: please contact us.')]

/** Returns the errors in the texts of a step and in the company's profile. Uses neither the network nor the image. */
const textFindings = (input: MailInput, settings: MailSettings): Finding[] => [
  ...addressFindings(input),
  ...mergeFieldFindings(input),
  ...sizeFindings(input, settings),
]

/** Returns the errors and warnings of an email except those of its image. Opens the links, and looks up DNS records. */
export async function findingsOf({ settings, findDeadLinks, findMissingRecords }: MailDeps, input: MailInput): Promise<Finding[]> {
  const [dead, missing] = await Promise.all([
    findDeadLinks(linksOf(templateOf(input.step.body))),
    findMissingRecords?.(settings.senderDomain) ?? [],
  ])
  return [
    ...textFindings(input, settings),
    ...dead.map((link): Finding => ({ code: 'dead-link', severity: 'warning', message: `${link} does not open. Check the web address.` })),
    ...(missing.length > 0
      ? [
          error(
            'sender-domain',
            `Mail services would refuse emails from ${settings.senderDomain}: its ${formatList(missing)} ${missing.length > 1 ? 'records are' : 'record is'} missing. We have to fix that.`,
          ),
        ]
      : []),
  ]
}

/** Returns the errors that prevent a submission. Links and DNS records are not checked, because they may change before sending. */
export async function findSubmitErrors(settings: MailSettings, input: MailInput): Promise<Finding[]> {
  const mail = await compileMail({ ...input, attachment: null }, settings)
  return [...textFindings(input, settings), ...unsubscribeFindings(mail)]
}

type Image = { attachment: Attachment | null } | { finding: Finding; isTemporary: boolean }

async function loadImage(attachment: Attachment | null): Promise<Image> {
  if (!attachment || typeof placementOf(attachment) === 'object') return { attachment }
  try {
    const bytes = await attachment.read()
    return { attachment: { ...attachment, read: async () => bytes } }
  } catch (cause) {
    const isTemporary = !isMissing(cause)
    return { finding: error('attachment', isTemporary ? IMAGE_UNAVAILABLE : IMAGE_MISSING, 'attachment'), isTemporary }
  }
}

interface Prepared {
  /** Null if the image could not be read. */
  mail: LinkedMail | null
  findings: Finding[]
  /** Whether the image could not be read for a temporary reason. A retry may succeed. */
  isImageUnavailable: boolean
}

export async function prepareMail(deps: MailDeps, input: MailInput): Promise<Prepared> {
  const [findings, image] = await Promise.all([findingsOf(deps, input), loadImage(input.attachment)])
  if ('finding' in image) return { mail: null, findings: [...findings, image.finding], isImageUnavailable: image.isTemporary }
  const mail = await compileMail({ ...input, ...image }, deps.settings)
  return { mail, findings: [...findings, ...unsubscribeFindings(mail)], isImageUnavailable: false }
}
