import type { Finding } from '@app/contracts/http/mails.ts'
import { checkMergeFields } from '@app/contracts/rules/merge-fields.ts'
import { compileMail } from './compile-mail.ts'
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
  /** In production; elsewhere nobody's mail service looks. */
  findMissingRecords?: FindMissingRecords
}

/** Gmail cuts what is longer, and with it the way to unsubscribe. */
const HTML_MAX_BYTES = 100_000
/** Two header lines that no fold has broken (RFC 8058). */
const UNSUBSCRIBE = /\r\nList-Unsubscribe: <https?:\/\/[^\s<>]+>\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n/

/** Somebody without any cell: what stands in for them is in the mail. */
const NOBODY: Recipient = { id: '00000000-0000-0000-0000-000000000000', email: 'nobody@example.com', token: '0'.repeat(32), merge: {} }

const and = new Intl.ListFormat('en')

const error = (code: Finding['code'], message: string): Finding => ({ code, severity: 'error', message })

function wordFindings({ step, company }: MailInput): Finding[] {
  const wrong = checkMergeFields(step.subject) ?? checkMergeFields(step.body)
  return [
    ...(company.postalAddress
      ? []
      : [error('no-postal-address', 'A mail to many must name a postal address: enter your street and city in the company profile.')]),
    ...(wrong ? [error('merge-field', wrong)] : []),
  ]
}

/** What stands in the way of a mail, or should be known before it is sent, without its attachment. */
export async function findingsOf({ settings, findDeadLinks, findMissingRecords }: MailDeps, input: MailInput): Promise<Finding[]> {
  const { html } = previewOf(input, settings, NOBODY)
  const [dead, missing] = await Promise.all([
    findDeadLinks(linksOf(templateOf(input.step.body))),
    findMissingRecords?.(settings.senderDomain) ?? [],
  ])
  return [
    ...wordFindings(input),
    ...(Buffer.byteLength(html) > HTML_MAX_BYTES
      ? [error('too-large', 'The mail is longer than mail programs show: shorten its body, links above all.')]
      : []),
    ...dead.map((link): Finding => ({ code: 'dead-link', severity: 'warning', message: `${link} leads nowhere: check the address.` })),
    ...(missing.length > 0
      ? [
          error(
            'sender-domain',
            `Mails from ${settings.senderDomain} would be refused: its ${and.format(missing)} ${missing.length > 1 ? 'records are' : 'record is'} missing. We have to mend that.`,
          ),
        ]
      : []),
  ]
}

/** Makes a step into bytes, with what stands in their way. There are none when the attachment cannot be read. */
export async function prepareMail(deps: MailDeps, input: MailInput): Promise<{ mail: CompiledMail | null; findings: Finding[] }> {
  const [findings, mail] = await Promise.all([findingsOf(deps, input), compileMail(input, deps.settings).catch(() => null)])
  if (!mail)
    return {
      mail,
      findings: [...findings, error('attachment', 'The image cannot be read at the moment: send again later, or choose it anew.')],
    }
  const isUnsubscribable = UNSUBSCRIBE.test(mailFiller(mail)(NOBODY).bytes.toString('latin1'))
  return {
    mail,
    findings: isUnsubscribable
      ? findings
      : [...findings, error('unsubscribe', 'The mail has no way to unsubscribe in one click. We have to mend that.')],
  }
}
