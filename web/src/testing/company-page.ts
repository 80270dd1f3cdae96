import { getBoardCompany } from '@app/contracts/http/board.ts'
import { type ClientMail, listClientMails } from '@app/contracts/http/client-mails.ts'
import type { CompanyNote } from '@app/contracts/http/company-notes.ts'
import { type AdminAccount, listAdmins } from '@app/contracts/http/identity.ts'
import { getOwner, type OwnerAccount } from '@app/contracts/http/owners.ts'
import { getMe } from '@app/contracts/http/session.ts'
import { answer, reply } from './api.ts'
import { boardOf, lineOf, type OnBoard, ownerAccount } from './board.ts'
import { signInAs, tokenOf } from './open.tsx'

/** The signed-in admin, who is also the account manager of the company. */
export const ADMIN = 'admin-1'

const createdAt = '2026-11-02T12:00:00.000Z'

const dana: AdminAccount = {
  _id: ADMIN,
  email: 'dana@palmetto.example',
  username: 'Dana Reyes',
  isOperator: false,
  hasSecondFactor: true,
  createdAt,
}

/** Returns an email to the owner that the mail relay accepted. */
export const mailOf = (changes: Partial<ClientMail> = {}): ClientMail => ({
  _id: `mail-${changes.topic ?? 'preview-ready'}-${changes.state ?? 'sent'}`,
  topic: 'preview-ready',
  address: 'ann@bakery.example',
  subject: 'Ready for your review: Winter bread',
  state: 'sent',
  answer: null,
  attempts: 1,
  maybeTwice: false,
  createdAt: '2026-11-30T14:59:00.000Z',
  sentAt: '2026-11-30T15:00:00.000Z',
  bouncedAt: null,
  complainedAt: null,
  ...changes,
})

/** Returns a note of the signed-in admin. */
export const companyNoteOf = (changes: Partial<CompanyNote> = {}): CompanyNote => ({
  _id: 'note-1',
  text: 'Call on Fridays.',
  author: { id: ADMIN, name: 'Dana Reyes' },
  createdAt: '2026-11-30T15:00:00.000Z',
  editedAt: null,
  ...changes,
})

/** Mocks the page of a company for a signed-in admin. The array is read at each request, so tests can change it. */
export function companyPageOf(shown: OnBoard, { mails = [], owner = {} }: { mails?: ClientMail[]; owner?: Partial<OwnerAccount> } = {}) {
  signInAs.admin(tokenOf(ADMIN))
  boardOf(shown)
  const { _id, email, username } = dana
  answer(getMe, () => reply(getMe, { _id, email, username, role: 'admin', emailVerified: true }))
  answer(listAdmins, () => reply(listAdmins, [dana]))
  answer(getOwner, () => reply(getOwner, { ...ownerAccount, ...owner }))
  answer(getBoardCompany, () =>
    reply(getBoardCompany, {
      company: shown.company,
      line: { ...lineOf(shown, 0), managerId: ADMIN },
      requiresCheck: false,
      ownerEmail: ownerAccount.email,
      ownerId: ownerAccount._id,
    }),
  )
  return answer(listClientMails, () => reply(listClientMails, { mails, keptDays: 90 }))
}
