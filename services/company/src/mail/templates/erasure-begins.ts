import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import { brand } from '@app/contracts/brand.ts'

/** The last email to an owner, before the address is erased. */
export const erasureBegins = (publicUrl: string): MailContent =>
  compose({
    subject: `We are erasing your company at ${brand.name}`,
    preheader: 'It takes about a day. You get no more emails from us.',
    heading: 'Thank you for working with us',
    blocks: [
      {
        kind: 'text',
        text: 'We are now erasing your company, your account and all your files. This takes about a day. This is our last email: we are erasing your address, too.',
      },
      { kind: 'link', label: `Visit ${brand.name}`, url: publicUrl },
    ],
  })
