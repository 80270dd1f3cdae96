import { escapeHtml } from '@app/chassis/mail/escape.ts'
import { framed } from '@app/chassis/mail/frame.ts'
import { styles, TEXT_WIDTH } from '@app/chassis/mail/styles.ts'
import { oneLine } from '@app/chassis/text/one-line.ts'
import { alternativeTextOf, placementOf } from './attachment.ts'
import { htmlOf } from './links.ts'
import type { MailInput, MailSettings } from './mail-input.ts'
import { type Placeholder, splitLines, type Template, TOKEN, templateOf } from './template.ts'

/** The text of an email with placeholders, before it is encoded. `text` and `html` are lists of lines. */
export interface MailContent {
  subject: Template
  text: readonly Template[]
  html: readonly Template[]
}

export const CONTENT_ID = 'attachment'

export const unsubscribeLink = ({ publicUrl }: MailSettings): Template => [`${publicUrl}/unsubscribe/`, TOKEN]

/** Splits a text into paragraphs. Each paragraph is a list of lines. An empty line ends a paragraph. */
function paragraphsOf(body: string): Template[][] {
  const paragraphs: Template[][] = [[]]
  for (const line of splitLines(templateOf(body.trim()))) {
    if (line.every((part) => typeof part === 'string' && !part.trim())) paragraphs.push([])
    else paragraphs.at(-1)?.push(line)
  }
  return paragraphs.filter(({ length }) => length > 0)
}

const paragraphHtml = (lines: readonly Template[]): Template[] =>
  lines.map((line, at) => [at === 0 ? `<p style="${styles.paragraph}">` : '', ...htmlOf(line), at === lines.length - 1 ? '</p>' : '<br>'])

function pictureHtml({ attachment }: MailInput): Template[] {
  const place = attachment && placementOf(attachment)
  if (!place) return []
  const src = place === 'inline' ? `cid:${CONTENT_ID}` : place.url
  const alt = escapeHtml(alternativeTextOf(attachment.name))
  return [
    [
      `<p style="${styles.paragraph}"><img src="${escapeHtml(src)}" alt="${alt}" width="${TEXT_WIDTH}" class="picture" style="${styles.picture}"></p>`,
    ],
  ]
}

const footerTextOf = (company: string): string =>
  `You are receiving this email because you are a customer of ${company} or signed up for its emails.`

export function composeMail(input: MailInput, settings: MailSettings): MailContent {
  const { company, step } = input
  const paragraphs = paragraphsOf(step.body)
  const name = oneLine(company.name, 200)
  const place = input.attachment && placementOf(input.attachment)
  const address = [name, ...(company.postalAddress ? [oneLine(company.postalAddress, 300)] : [])].join(' · ')
  const link = unsubscribeLink(settings)
  return {
    subject: templateOf(step.subject.trim()),
    text: [
      ...paragraphs.flatMap((lines) => [...lines, []]),
      ...(place && typeof place === 'object' ? [[place.url], []] : []),
      ['-- '],
      [footerTextOf(name)],
      ['Unsubscribe: ', ...link],
      [address],
    ],
    // The body is the owner's text, so the email has no preheader: email apps show the beginning of the body.
    html: framed<Placeholder>({
      title: htmlOf(templateOf(step.subject.trim())),
      sender: name,
      body: [...paragraphs.flatMap(paragraphHtml), ...pictureHtml(input)],
      footer: [
        [`${escapeHtml(footerTextOf(name))}<br>`],
        ['<a class="muted" href="', ...link, `" style="${styles.footerLink}">Unsubscribe</a><br>`],
        [escapeHtml(address)],
      ],
    }),
  }
}
