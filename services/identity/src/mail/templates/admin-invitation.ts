import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import { brand } from '@app/contracts/brand.ts'
import { ADMIN_INVITATION_LIFE_HOURS } from '@app/contracts/rules/admin-invitations.ts'

/** The token is in the fragment of the URL, which browsers never send to a server. The email contains no text that a person entered. */
export const adminInvitation = ({ token }: { token: string }, publicUrl: string): MailContent =>
  compose({
    subject: `You can become an admin of ${brand.name}`,
    preheader: `The link works once, within ${ADMIN_INVITATION_LIFE_HOURS} hours.`,
    heading: 'Choose a password to begin',
    blocks: [
      {
        kind: 'text',
        text: `One of our operators invited you. The link works once, within ${ADMIN_INVITATION_LIFE_HOURS} hours. Then you sign in with your email address.`,
      },
      { kind: 'action', label: 'Accept the invitation', url: `${publicUrl}/admin/invitation#${token}` },
      { kind: 'text', text: 'If you don’t work with us, you can ignore this email. Nobody can sign in with your address.' },
    ],
  })
