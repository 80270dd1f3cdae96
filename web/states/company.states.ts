import { type Colleague, inviteColleague, listColleagues } from '@app/contracts/http/colleagues.ts'
import { type CompanyProfile, getCompanyProfile, updateCompanyProfile } from '@app/contracts/http/company.ts'
import { listCompanyRecord, type RecordEntry, verifyCompanyRecord } from '@app/contracts/http/company-record.ts'
import { changeEmail, getEmailChange, type PendingEmailChange } from '@app/contracts/http/email-changes.ts'
import { type CompanyExport, listCompanyExports, listOwnExports } from '@app/contracts/http/exports.ts'
import { getMe } from '@app/contracts/http/session.ts'
import { COLLEAGUES_MAX } from '@app/contracts/rules/colleagues.ts'
import { exportStates } from '@app/contracts/rules/exports.ts'
import { page } from 'vitest/browser'
import { boardOf } from '../src/testing/board.ts'
import { drawnPicture } from '../src/testing/drawn-picture.ts'
import { company, owner, ownerWith, picture } from '../src/testing/fixtures.ts'
import { newCompany, openNewCompany, passBusinessStep, passContactStep } from '../src/testing/new-company.ts'
import { signInAs } from '../src/testing/open.tsx'
import { button, enter, fail, hold, press, type Step, see, seeHeading, seeInDialog, seeRole, serve, visit } from './act.ts'
import { checkStates } from './check-states.ts'

const PROFILE = '/management?section=4'
const full: CompanyProfile = {
  ...company,
  companyName: 'The Lowcountry Waterfront Historical Preservation Society Museum Shop & Tea Room',
  email: 'front.desk.and.gift.shop.orders@lowcountry-waterfront-preservation.example',
  industry: 'Coffee',
  phone: '8035550142',
  city: 'Beaufort',
  zip: '29902',
  insta: `https://instagram.com/${'lowcountry'.repeat(8)}`,
  color1: '#1f6b4f',
  color2: '#ffffff',
  color3: '#ffffff',
  logo: picture('coral'),
  brandRelateImage1: picture('navy'),
  brandRelateImage2: picture('olive'),
  version: 3,
}

const chooseLogo = (logo: () => Promise<File>): Step[] => [
  () => openNewCompany(),
  () => passContactStep(),
  async () => newCompany.logo.upload(await logo()),
  seeRole('button', 'Crop or rotate'),
]
const pale = () => drawnPicture({ width: 120, height: 80, type: 'image/jpeg' }, { colour: 'lemonchiffon', width: 120 })
const stripes = () => drawnPicture({ width: 600, height: 400 }, { colour: 'teal', width: 300 }, { colour: 'crimson', width: 300 })

const open = (more: string): Step[] => [() => ownerWith(), serve(getCompanyProfile, full), visit(PROFILE + more)]

const change: Step[] = [open('&show=edit'), enter('DBA', 'Harbor & Pine Roasters'), enter('Phone', '843-555-0199'), see('2 changes')]

const changedElsewhere = { ...full, phone: '843-555-0100', zip: '29906', color2: '#b23a22', logo: picture('teal'), version: 99 }

const entry: RecordEntry = {
  number: 1,
  kind: 'approve',
  taskId: 1042,
  title: 'The winter blend is back',
  previewNo: 2,
  contentHash: 'c'.repeat(64),
  channel: 'review-link',
  role: 'owner',
  decider: 'maria@harborpine.example',
  deciderName: null,
  hasSigns: false,
  at: '2026-11-20T14:04:00.000Z',
  hash: 'a'.repeat(64),
}
const entries: RecordEntry[] = [
  { ...entry, number: 6, kind: 'launch', role: 'admin', decider: null, channel: 'portal' },
  { ...entry, number: 5, kind: 'confirm', channel: 'portal' },
  { ...entry, number: 4, hasSigns: true },
  { ...entry, number: 3, kind: 'undo', decider: 'front.desk.and.gift.shop.orders@lowcountry-waterfront.example' },
  { ...entry, number: 2, title: null },
  { ...entry, kind: 'refer-back', decider: null },
]

const checkRecord = (problem: { number: number; message: string } | null): Step[] => [
  () => ownerWith(),
  serve(listCompanyRecord, entries),
  serve(verifyCompanyRecord, { count: entries.length, lastHash: entry.hash, problem }),
  visit(`${PROFILE}&show=record`),
  () => page.getByText('History and proof').click(),
  press('Check the record'),
]

const anExport: CompanyExport = {
  _id: 'export-1',
  state: 'ready',
  requestedBy: 'owner',
  requestedAt: '2026-11-20T14:04:00.000Z',
  finishedAt: '2026-11-20T14:09:00.000Z',
  expiresAt: '2026-11-27T14:09:00.000Z',
  bytes: 1_258_291_200,
  records: 4_210,
  files: 812,
}
/** Exports in all states. */
const exports: CompanyExport[] = exportStates.map((state) =>
  state === 'ready' ? anExport : { ...anExport, _id: state, state, expiresAt: null, bytes: null, records: null, files: null },
)

const ana: Colleague = {
  _id: 'colleague-1',
  name: 'Ana Ruiz',
  email: 'ana@harborpine.example',
  may: 'decide',
  state: 'active',
  invitedAt: '2026-11-18T14:00:00.000Z',
  changedAt: '2026-11-20T14:00:00.000Z',
  isExpired: false,
  hasBounced: false,
  asksToReturn: false,
}
/** Colleagues in all states. */
const colleagues: Colleague[] = [
  ana,
  { ...ana, _id: '2', name: 'Ben Carter', may: 'look' },
  {
    ...ana,
    _id: '3',
    name: 'Maximiliane Featherstonehaugh-Cholmondeley of Beaufort',
    state: 'invited',
    changedAt: null,
    email: full.email,
  },
  { ...ana, _id: '4', name: 'Cleo Park', hasBounced: true },
  { ...ana, _id: '5', name: 'Dev Shah', state: 'invited', changedAt: null, isExpired: true },
  { ...ana, _id: '6', name: 'Eli Voss', state: 'left' },
  { ...ana, _id: '7', name: 'Fay Wu', state: 'left', asksToReturn: true },
]

const openSignInEmail = (pending: PendingEmailChange | null): Step[] => [
  () => ownerWith(),
  serve(getEmailChange, { pending }),
  visit(`${PROFILE}&show=sign-in-email`),
]
const pendingChange = { newEmail: full.email, expiresAt: '2026-12-02T12:00:00.000Z' }

const most = Array.from({ length: COLLEAGUES_MAX }, (_, n) => ({ ...ana, _id: String(n), email: `ana.${n}@harborpine.example` }))

const openColleagues = (listed: Colleague[]): Step[] => [
  () => ownerWith(),
  serve(listColleagues, listed),
  visit(`${PROFILE}&show=colleagues`),
]

const invite = (name: string): Step[] => [enter('Name', name), enter('Email', 'ana@harborpine.example'), press('Invite')]

const openCompanyPart = (part: string): Step[] => [
  () => signInAs.admin(),
  () => boardOf({ company, tasks: [] }),
  serve(listCompanyRecord, entries),
  serve(listColleagues, colleagues),
  visit(`/admin/dashboard?tab=companies&company=${company._id}&part=${part}`),
]

checkStates('owner', {
  'new-company-refused': [() => openNewCompany(), () => newCompany.next.click(), see('Company name is required')],
  'new-company-contact-details': [
    () => openNewCompany(),
    () => passBusinessStep(),
    () => newCompany.details.click(),
    enter('State', 'N', 'combobox'),
    seeRole('option', 'NC'),
  ],
  'new-company-brand-refused': [
    () => openNewCompany(),
    () => passContactStep(),
    () => newCompany.create.click(),
    see('Company logo is required'),
  ],
  'new-company-logo-colors': [chooseLogo(stripes), press('Use the logo’s colors'), seeRole('group', /^Primary Color/)],
  'new-company-logo-warnings': [chooseLogo(pale), see('This logo is hard to see on white.')],
  'new-company-logo-crop': [chooseLogo(stripes), press('Crop or rotate'), seeRole('group', /^Part of the logo/)],
  'company-profile-sparse': [
    () => ownerWith(),
    serve(getMe, { ...owner, emailVerified: false }),
    visit(PROFILE),
    seeRole('button', 'Send the email again'),
  ],
  'company-profile-long': [open(''), seeHeading('Identity')],
  'company-profile-picture': [open('&show=brandRelateImage2'), seeInDialog('img')],
  'company-profile-changed': change,
  'company-profile-conflict': [
    change,
    fail(updateCompanyProfile, 409, 'This profile was changed elsewhere. Please look at what changed.', {
      companyProfile: changedElsewhere,
    }),
    press('Save Changes'),
    seeHeading('This profile was changed elsewhere'),
    press('Save Changes'),
    see('Choose which value to keep'),
  ],
  'company-profile-refused': [
    open('&show=edit'),
    enter('Company Name', ''),
    enter('Email', 'hello@'),
    press('Save Changes'),
    see('Company name is required'),
  ],
  'company-profile-saving': [
    change,
    hold(updateCompanyProfile),
    async () => button('Brand Relate Image 1').upload(await stripes()),
    press('Save Changes'),
    seeRole('button', 'Saving...'),
  ],
  'company-profile-contact': [
    () => ownerWith(),
    serve(getCompanyProfile, { ...full, accountManager: { id: 'admin-1', name: 'Wilhelmina Featherstonehaugh-Cholmondeley' } }),
    visit(PROFILE),
    see(/^Wilhelmina/),
  ],
  'sign-in-email-refused': [
    openSignInEmail(null),
    fail(changeEmail, 422, 'This password is incorrect.', { errors: [{ field: 'password', message: 'This password is incorrect.' }] }),
    enter('New email address', 'ann@new.example'),
    () => page.getByLabelText(/Your password/).fill('Wrong'),
    press('Send link'),
    see('This password is incorrect.'),
  ],
  'sign-in-email-pending': [openSignInEmail(pendingChange), see(/^We sent a link to/)],
  'sign-in-email-again': [openSignInEmail(pendingChange), press('Send again'), seeRole('button', 'Send link')],
  'sign-in-email-error': [
    () => ownerWith(),
    fail(getEmailChange),
    visit(`${PROFILE}&show=sign-in-email`),
    seeInDialog('button', 'Try again'),
  ],
  'your-data': [() => ownerWith(), visit(`${PROFILE}&show=your-data`), seeRole('button', 'Erase my company')],
  'your-data-erasing': [
    () => ownerWith(),
    serve(getCompanyProfile, { ...full, erasure: { state: 'waiting', dueAt: '2026-12-13T15:00:00Z' } }),
    visit(`${PROFILE}&show=your-data`),
    seeInDialog('button', 'Keep my company'),
  ],
  'company-erased-soon': [
    () => ownerWith(),
    serve(getCompanyProfile, { ...full, erasure: { state: 'waiting', dueAt: '2026-12-13T15:00:00Z' } }),
    visit(PROFILE),
    seeRole('button', 'Keep my company'),
  ],
  'decision-record-checked': [checkRecord(null), see(/^No problem found in 6 entries/)],
  'decision-record-changed': [checkRecord({ number: 4, message: 'The hash does not match.' }), see(/^Entry 4 was changed/)],
  'decision-record-empty': [() => ownerWith(), serve(listCompanyRecord, []), visit(`${PROFILE}&show=record`), see('No decisions yet.')],
  'decision-record-error': [
    () => ownerWith(),
    fail(listCompanyRecord),
    visit(`${PROFILE}&show=record`),
    seeInDialog('button', 'Try again'),
  ],
  colleagues: [openColleagues(colleagues), seeRole('list', 'Colleagues')],
  'colleagues-refused': [
    openColleagues([]),
    enter('Name', 'www.prizes.example'),
    press('Invite'),
    see('Please enter a valid email address'),
  ],
  'colleagues-too-early': [
    openColleagues([]),
    fail(inviteColleague, 409, 'You can invite colleagues after we have delivered your first preview.', { code: 'no-preview-yet' }),
    invite('Ana Ruiz'),
    see('after we have delivered your first preview'),
  ],
  exports: [() => ownerWith(), serve(listOwnExports, exports), visit(`${PROFILE}&show=export`), see('Available until')],
  'colleagues-most': [openColleagues(most), see('To invite another person, remove a colleague first.')],
})

checkStates('admin', {
  'admin-colleagues': [openCompanyPart('overview'), press('Show the colleagues'), see('Eli Voss')],
  'admin-exports': [serve(listCompanyExports, exports), openCompanyPart('setup'), see('Available until')],
  'admin-decision-record': [openCompanyPart('record'), see('Removed task')],
})
