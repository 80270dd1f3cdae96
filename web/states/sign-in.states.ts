import { acceptAdminInvitation, checkAdminInvitation } from '@app/contracts/http/admin-invitations.ts'
import { confirmEmailChange, revertEmailChange } from '@app/contracts/http/email-changes.ts'
import { sendVerification, verifyEmail } from '@app/contracts/http/email-verification.ts'
import { confirmErasure } from '@app/contracts/http/erasure.ts'
import { adminSignIn, requestReset, signIn } from '@app/contracts/http/identity.ts'
import { getMe } from '@app/contracts/http/session.ts'
import { page } from 'vitest/browser'
import { owner, ownerWith } from '../src/testing/fixtures.ts'
import { click, enter, fail, press, type Step, see, seeHeading, seeRole, serve, visit } from './act.ts'
import { checkStates } from './check-states.ts'

const password = () => page.getByRole('textbox', { name: 'Password' })

const enterPassword: Step[] = [
  visit('/admin/login'),
  enter('Email', 'admin@example.com'),
  () => password().fill('The-right-1!'),
  press('Login'),
]

const secondFactor = {
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  otpauthUrl: 'otpauth://totp/Palmetto?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
}
const wantsCode = fail(adminSignIn, 401, 'Please enter the code of your authenticator app.', { code: 'second-factor-required' })
const wantsSetUp = fail(adminSignIn, 403, 'Please set up two-factor authentication.', { code: 'second-factor-to-set-up', secondFactor })

const openLink: Step[] = [visit('/verify-email#q9-LongRandomToken_0'), press('Confirm email address')]

const LONG_EMAIL = 'front.desk.and.gift.shop.orders@lowcountry-waterfront-preservation.example'
const openInvitation: Step[] = [
  serve(checkAdminInvitation, { email: LONG_EMAIL, expiresAt: '2026-12-03T12:00:00.000Z' }),
  visit('/admin/invitation#q9-LongRandomToken_0'),
  seeRole('button', 'Create account'),
]
const acceptInvitation: Step[] = [
  openInvitation,
  () => password().first().fill('Correct-horse-1!'),
  enter('Confirm password', 'Correct-horse-1!'),
  press('Create account'),
]
const confirmChange: Step[] = [visit('/confirm-email#q9-LongRandomToken_0'), press('Confirm new address')]
const eraseCompany: Step[] = [visit('/confirm-erasure#q9-LongRandomToken_0'), press('Erase my company')]
const restore: Step[] = [visit('/revert-email#q9-LongRandomToken_0'), press('Restore this address')]
const GONE = 'This link is no longer valid'

checkStates('visitor', {
  'login-refused': [
    fail(signIn, 401, 'Invalid email or password'),
    visit('/login'),
    enter('Email', 'somebody@example.com'),
    () => password().fill('not-the-password'),
    press('Login'),
    see('Invalid email or password'),
  ],
  'sign-up': [visit('/login'), click('tab', 'Sign up'), () => password().last().fill('Palm'), see('At least 8 characters')],
  'new-password': [
    serve(requestReset, { message: 'Sent.' }),
    visit('/otp#email=ann%40bakery.example'),
    [...'A7K2P'].map((character, at) => enter(`Character ${at + 1} of 5`, character)),
    press('Verify'),
    seeHeading('Create New Password'),
    enter('Confirm password', 'Palm'),
    enter('New password', 'Palmetto'),
    see('Passwords do not match'),
  ],
  'verify-email': [visit('/verify-email#q9-LongRandomToken_0'), seeRole('button', 'Confirm email address')],
  'verify-email-done': [
    serve(verifyEmail, { message: 'Confirmed.', alreadyVerified: false }),
    openLink,
    seeHeading('Your email address is confirmed'),
  ],
  'verify-email-invalid': [
    fail(verifyEmail, 422, 'This link is no longer valid.', { code: 'verification-link-invalid' }),
    openLink,
    see(page.getByRole('main').getByRole('link', { name: 'Log in', exact: true })),
  ],
  'verify-email-invalid-signed-in': [
    () => ownerWith(),
    serve(getMe, { ...owner, emailVerified: false }),
    fail(verifyEmail, 422, 'This link is no longer valid.', { code: 'verification-link-invalid' }),
    serve(sendVerification, { message: 'We sent a link to ann@bakery.example.', alreadyVerified: false }),
    openLink,
    press('Send the email again'),
    see('We sent a link to ann@bakery.example.'),
  ],
  'confirm-email': [visit('/confirm-email#q9-LongRandomToken_0'), seeRole('button', 'Confirm new address')],
  'confirm-email-done': [
    serve(confirmEmailChange, { message: 'Changed.', email: LONG_EMAIL }),
    confirmChange,
    seeHeading('Your email address is changed'),
  ],
  'confirm-email-gone': [fail(confirmEmailChange, 410, GONE), confirmChange, seeHeading(GONE)],
  'confirm-email-taken': [
    fail(confirmEmailChange, 409, 'An account with this email already exists', { code: 'email-taken' }),
    confirmChange,
    seeHeading('Another account has this address'),
  ],
  'confirm-email-failed': [fail(confirmEmailChange), confirmChange, see('Being restarted.')],
  'confirm-erasure': [visit('/confirm-erasure#q9-LongRandomToken_0'), seeRole('button', 'Erase my company')],
  'confirm-erasure-done': [
    serve(confirmErasure, { message: 'Confirmed.', dueAt: '2026-12-13T15:00:00Z' }),
    eraseCompany,
    seeHeading('We will erase your company'),
  ],
  'confirm-erasure-gone': [fail(confirmErasure, 410, GONE), eraseCompany, seeHeading(GONE)],
  'revert-email': [visit('/revert-email#q9-LongRandomToken_0'), seeRole('button', 'Restore this address')],
  'revert-email-done': [
    serve(revertEmailChange, { message: 'Restored.', email: LONG_EMAIL }),
    restore,
    seeHeading('Your email address is restored'),
  ],
  'revert-email-gone': [fail(revertEmailChange, 410, GONE), restore, seeHeading(GONE)],
  'admin-invitation': openInvitation,
  'admin-invitation-refused': [
    openInvitation,
    enter('Your name', 'www.prizes.example'),
    () => password().first().fill('Correct-horse-1!'),
    press('Create account'),
    see('Passwords do not match'),
  ],
  'admin-invitation-done': [serve(acceptAdminInvitation, { message: 'Created.' }), acceptInvitation, seeHeading('Your account is ready')],
  'admin-invitation-gone': [fail(checkAdminInvitation, 410, GONE), visit('/admin/invitation#q9'), seeHeading(/no longer valid$/)],
  'admin-invitation-error': [fail(checkAdminInvitation, 500), visit('/admin/invitation#q9'), seeRole('button', 'Try again')],
  'admin-login-code-wait': [
    wantsCode,
    enterPassword,
    seeHeading('Enter your code'),
    fail(adminSignIn, 429, 'Too many attempts. Please wait a moment and try again.', { code: 'too-many' }),
    enter('6-digit code', '123456'),
    press('Login'),
    see('Too many attempts. Please wait a moment and try again.'),
  ],
  'admin-login-recovery-code': [
    wantsCode,
    enterPassword,
    press('Use a recovery code'),
    fail(adminSignIn, 401, 'This code is wrong, has expired or was used before.', { code: 'wrong-second-factor' }),
    enter('Recovery code', '123456'),
    press('Login'),
    see('This code is wrong, has expired or was used before.'),
  ],
  'admin-login-set-up': [wantsSetUp, enterPassword, seeRole('img', /^QR code/)],
  'admin-login-recovery-codes': [
    wantsSetUp,
    enterPassword,
    enter('6-digit code', '123456'),
    serve(adminSignIn, { token: 'a.b.c', message: 'Signed in', recoveryCodes: ['KWT1-9QHM-3RFA-XD7E', 'KWT2-9QHM-3RFA-XD7E'] }),
    press('Set up'),
    seeHeading('Save your recovery codes'),
  ],
})
