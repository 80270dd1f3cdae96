import { escapeHtml } from '@app/chassis/mail/escape.ts'
import { framed } from '@app/chassis/mail/frame.ts'
import { styles, TEXT_WIDTH } from '@app/chassis/mail/styles.ts'
import { oneLine } from '@app/chassis/text/one-line.ts'
import { MAIL_LINKS_PATH } from '@app/contracts/http/mail-links.ts'
import { alternativeTextOf, placementOf } from './attachment.ts'
import { createLinkCounter, htmlOf, textOf } from './links.ts'
import type { MailInput, MailSettings } from './mail-input.ts'
import { LINK_TOKEN, type Placeholder, splitLines, type Template, TOKEN, templateOf } from './template.ts'

/** The text of an email with placeholders, before it is encoded. `text` and `html` are lists of lines. */
export interface MailContent {
  subject: Template
  text: readonly Template[]
  html: readonly Template[]
  /** Targets of the links whose clicks are counted, by number. Null if neither opens nor clicks are counted. */
  links: readonly string[] | null
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

const paragraphHtml = (lines: readonly Template[], toHtml: (line: Template) => Template): Template[] =>
  lines.map((line, at) => [at === 0 ? `<p style="${styles.paragraph}">` : '', ...toHtml(line), at === lines.length - 1 ? '</p>' : '<br>'])

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

/** The picture whose requests are counted as opens. It is the last element, so that it is not loaded if an email app cuts the email off. */
const countedPicture = ({ publicUrl }: MailSettings): Template => [
  `<img src="${escapeHtml(publicUrl)}${MAIL_LINKS_PATH}/`,
  LINK_TOKEN,
  '/picture.gif" alt="" width="1" height="1">',
]

const footerTextOf = (company: string): string =>
  `You are receiving this email because you are a customer of ${company} or signed up for its emails.`

export function composeMail(input: MailInput, settings: MailSettings): MailContent {
  const { company, step, countsOpens } = input
  const paragraphs = paragraphsOf(step.body)
  const name = oneLine(company.name, 200)
  const place = input.attachment && placementOf(input.attachment)
  const address = [name, ...(company.postalAddress ? [oneLine(company.postalAddress, 300)] : [])].join(' · ')
  const link = unsubscribeLink(settings)
  const counter = countsOpens ? createLinkCounter(settings) : undefined
  const inText = (line: Template) => (counter ? textOf(line, counter.hrefOf) : line)
  const inHtml = (line: Template) => htmlOf(line, counter?.hrefOf)
  const text = paragraphs.flatMap((lines) => [...lines.map(inText), []])
  const body = [...paragraphs.flatMap((lines) => paragraphHtml(lines, inHtml)), ...pictureHtml(input)]
  return {
    subject: templateOf(step.subject.trim()),
    links: counter?.targets() ?? null,
    text: [
      ...text,
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
      body,
      footer: [
        [`${escapeHtml(footerTextOf(name))}<br>`],
        ['<a class="muted" href="', ...link, `" style="${styles.footerLink}">Unsubscribe</a><br>`],
        [escapeHtml(address)],
        ...(counter ? [countedPicture(settings)] : []),
      ],
    }),
  }
}
