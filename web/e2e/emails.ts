import type { Page } from 'playwright-core'
import { previewOf } from '../../services/campaigns/src/content/preview.ts'
import { input, recipient, settings } from '../../services/campaigns/test/content-setup.ts'
import { systemEmails as campaignEmails } from '../../services/campaigns/test/mail/system-emails.ts'
import { systemEmails as companyEmails } from '../../services/company/test/mail/system-emails.ts'
import { systemEmails as sheetEmails } from '../../services/crm-proxy/test/mail/system-emails.ts'
import { systemEmails as documentEmails } from '../../services/documents/test/mail/system-emails.ts'
import { systemEmails as accountEmails } from '../../services/identity/test/mail/system-emails.ts'
import { systemEmails as ownEmails } from '../../services/notifications/test/mail/system-emails.ts'
import { systemEmails as taskEmails } from '../../services/tasks/test/mail/system-emails.ts'
import { drawPictures } from './world.ts'

/** Widths of the reading area of a phone and of two email apps, in px. */
export const EMAIL_WIDTHS = [360, 600, 700]

export interface Email {
  name: string
  html: string
}

const BODY = `Dear {{First Name|friend}},

the winter blend is back: orange peel, cocoa and a long finish.
A free cup with every bag, until Sunday.

https://harborpine.example/winter`

/** The email of a campaign. The owner's test email looks the same. The product adds a frame and a footer to the owner's text and image. */
const campaignEmail = (): string => {
  const attachment = { name: 'Winter blend.png', type: 'image/png', size: 20_000, url: '', read: async () => Buffer.alloc(0) }
  return previewOf(input({ subject: 'The winter blend is back', body: BODY }, { attachment }), settings, recipient()).html
}

/**
 * Returns every kind of email that the product sends. A page cannot load attached pictures (`cid:`) and the pictures of
 * `https://portal.example`. Drawn pictures replace these pictures.
 */
export function allEmails(): Email[] {
  const { logo, square, wide } = drawPictures()
  const pictureOf = (src: string): string => {
    const picture = src.includes('logo') ? logo : src.includes('3.jpg') ? square : wide
    return `src="data:image/png;base64,${Buffer.from(picture).toString('base64')}"`
  }
  const lists = [accountEmails, companyEmails, taskEmails, documentEmails, sheetEmails, campaignEmails, ownEmails]
  const composed = lists.flatMap((emails) => Object.entries(emails))
  const emails = { ...Object.fromEntries(composed.map(([name, { html }]) => [name, html])), campaign: campaignEmail() }
  return Object.entries(emails).map(([name, html]) => ({
    name: `email-${name.replaceAll(' ', '-')}`,
    html: html.replaceAll(/src="((?:cid|https):[^"]*)"/g, (_whole, src: string) => pictureOf(src)),
  }))
}

/** Shows an email in a page without the rest of an email app. */
export const showEmail = (page: Page, { html }: Email): Promise<void> => page.setContent(html, { waitUntil: 'load' })
