import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import { brand } from '@app/contracts/brand.ts'

/** To somebody who has just signed up. */
export const welcome = ({ username }: { username: string }, publicUrl: string): MailContent =>
  compose({
    subject: `Welcome to ${brand.name}`,
    preheader: 'Your account is ready. Three steps to your first post.',
    heading: `Welcome, ${username}`,
    blocks: [
      { kind: 'text', text: `Your account with ${brand.name} is ready. This is how it goes from here:` },
      { kind: 'text', text: '1. Create your company profile, with your logo and your colours.' },
      { kind: 'text', text: '2. Assign your first task: what it is about, and when it is to be posted.' },
      { kind: 'text', text: '3. We make it and show you a preview. Nothing is posted before you approve it.' },
      { kind: 'action', label: 'Open your portal', url: `${publicUrl}/management` },
    ],
  })
