import { HOSTILE, PORTAL, testTemplates } from '@app/chassis/testing/template-cases.ts'
import { brand } from '@app/contracts/brand.ts'
import { office } from '@app/contracts/brand-office.ts'
import { expect, it } from 'vitest'
import { adminInvitation } from '../../src/mail/templates/admin-invitation.ts'
import { confirmNewEmail } from '../../src/mail/templates/confirm-new-email.ts'
import { emailChanged } from '../../src/mail/templates/email-changed.ts'
import { passwordChanged } from '../../src/mail/templates/password-changed.ts'
import { resetCode } from '../../src/mail/templates/reset-code.ts'
import { verifyEmail } from '../../src/mail/templates/verify-email.ts'
import { welcome } from '../../src/mail/templates/welcome.ts'

const person = { username: HOSTILE }
const CONFIRM = 'Confirm your email to approve from your inbox.'

testTemplates({
  welcome: {
    mail: welcome({ verificationToken: 'abc-_1' }, PORTAL),
    subject: `Please confirm your email address: welcome to ${brand.name}`,
    both: [CONFIRM, '3. We create the content', `${PORTAL}/management`],
    link: '/verify-email#abc-_1',
  },
  'welcome without a link': {
    mail: welcome({}, PORTAL),
    subject: `Welcome to ${brand.name}`,
    both: ['3. We create the content'],
    link: '/management',
  },
  'verify email': {
    mail: verifyEmail({ verificationToken: 'abc-_1' }, PORTAL),
    subject: 'Confirm your email address',
    both: ['works for 7 days', 'Earlier links no longer work'],
    link: '/verify-email#abc-_1',
  },
  'reset code': {
    mail: resetCode({ ...person, email: 'ann+shop@bäckerei.example', code: 'K7F3Q', minutes: 15 }, PORTAL),
    subject: 'Your code to set a new password',
    both: ['K7F3Q', 'once, within 15 minutes'],
    link: '/otp#email=ann%2Bshop%40b%C3%A4ckerei.example',
  },
  'admin invitation': {
    mail: adminInvitation({ token: 'abc-_1' }, PORTAL),
    subject: `You can become an admin of ${brand.name}`,
    both: ['once, within 48 hours'],
    link: '/admin/invitation#abc-_1',
  },
  'confirm new email': {
    mail: confirmNewEmail({ token: 'abc-_1' }, PORTAL),
    subject: 'Confirm your new email address',
    both: ['once, within 24 hours', 'Earlier links no longer work'],
    link: '/confirm-email#abc-_1',
  },
  'email changed': {
    mail: emailChanged({ ...person, newEmail: 'maria@harborpine.example', token: 'abc-_1' }, PORTAL),
    subject: `The email address of your ${brand.name} account was changed`,
    both: ['m…@harborpine.example', 'within 7 days', office.phone],
    link: '/revert-email#abc-_1',
  },
  'password changed': {
    mail: passwordChanged(person, PORTAL),
    subject: 'Your password was changed',
    both: ['All devices were signed out', office.phone],
    link: '/login',
  },
})

it('the welcome email says why to confirm on a line of its own, and only while there is a link', () => {
  expect(welcome({ verificationToken: 'abc-_1' }, PORTAL).text.split('\n')).toContain(CONFIRM)
  expect(welcome({}, PORTAL).text).not.toContain(CONFIRM)
})
