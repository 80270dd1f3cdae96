import {
  answerReturn,
  type Colleague,
  changeColleague,
  inviteColleague,
  listColleagues,
  removeColleague,
} from '@app/contracts/http/colleagues.ts'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { answer, refusal, reply } from '../../../testing/api.ts'
import { company, ownerWith } from '../../../testing/fixtures.ts'
import { openApp } from '../../../testing/open.tsx'
import { atEachWidth } from '../../../testing/widths.ts'
import '../CompanyProfile.tsx'
import '../sheet/BrandSheet.tsx'
import './ColleaguesPanel.tsx'
import { clickNow } from '../../../testing/click-now.ts'

const ana: Colleague = {
  _id: 'colleague-1',
  name: 'Ana Ruiz',
  email: 'ana@harborpine.example',
  may: 'decide',
  state: 'active',
  invitedAt: '2026-11-20T12:00:00.000Z',
  changedAt: '2026-11-21T12:00:00.000Z',
  isExpired: false,
  hasBounced: false,
  asksToReturn: false,
}
const panel = page.getByRole('dialog', { name: 'Colleagues' })
const list = panel.getByRole('list', { name: 'Colleagues' })
const bodyOf = ({ body }: { body: unknown }) => JSON.parse(String(body))

/** Opens the panel. The list is read at each request, so tests can change it. */
async function open(...colleagues: Colleague[]): Promise<Colleague[]> {
  ownerWith()
  answer(listColleagues, () => reply(listColleagues, colleagues))
  await openApp('/management?section=4&show=colleagues')
  await expect.element(panel).toBeVisible()
  return colleagues
}

it('invites a colleague, who then is in the list', async () => {
  const colleagues = await open()
  await expect.element(panel.getByText('No colleagues yet.')).toBeVisible()
  const invited: Colleague = { ...ana, state: 'invited', changedAt: null }
  const sent = answer(inviteColleague, () => {
    colleagues.push(invited)
    return Response.json(invited, { status: 201 })
  })
  await panel.getByRole('textbox', { name: 'Name' }).fill('  Ana Ruiz ')
  await panel.getByRole('textbox', { name: 'Email' }).fill('ana@harborpine.example')
  await panel.getByRole('combobox', { name: 'This person may' }).selectOptions('Only look')
  await panel.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect.element(list.getByText('Ana Ruiz', { exact: true })).toBeVisible()
  await expect.element(list.getByText('Invited', { exact: true })).toBeVisible()
  await expect.element(panel.getByRole('textbox', { name: 'Name' })).toHaveValue('')
  expect(sent.map((one) => [one.address, bodyOf(one)])).toEqual([
    [`/api/task/colleagues/${company._id}`, { name: 'Ana Ruiz', email: 'ana@harborpine.example', may: 'look' }],
  ])
})

it('shows the errors of the fields, and the reason of a rejected invitation', async () => {
  await open()
  const invite = panel.getByRole('button', { name: 'Invite', exact: true })
  await invite.click()
  await expect.element(panel.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription('Please enter the name')
  await panel.getByRole('textbox', { name: 'Name' }).fill('www.prizes.example')
  await expect.element(panel.getByText('Please enter a name without numbers, web addresses or email addresses')).toBeVisible()
  await panel.getByRole('textbox', { name: 'Name' }).fill('Ana Ruiz')
  await panel.getByRole('textbox', { name: 'Email' }).fill('ana@harborpine.example')
  answer(inviteColleague, () => refusal(409, 'You can invite colleagues after we have delivered your first preview.'))
  await invite.click()
  await expect.element(panel.getByRole('alert').filter({ hasText: 'after we have delivered your first preview' })).toBeVisible()
  await expect.element(panel.getByRole('textbox', { name: 'Name' })).toHaveValue('Ana Ruiz')
})

it('changes what a colleague may do', async () => {
  await open(ana)
  const sent = answer(changeColleague, (one) => reply(changeColleague, { ...ana, ...bodyOf(one) }))
  const may = list.getByRole('combobox', { name: 'Ana Ruiz may' })
  await expect.element(may).toHaveValue('decide')
  answer(listColleagues, () => reply(listColleagues, [{ ...ana, may: 'look' }]))
  await may.selectOptions('Only look')
  await expect.element(may).toHaveValue('look')
  expect(sent.map((one) => [one.address, bodyOf(one)])).toEqual([[`/api/task/colleagues/${company._id}/${ana._id}`, { may: 'look' }]])
})

it('asks before it removes a colleague', async () => {
  const colleagues = await open(ana)
  const sent = answer(removeColleague, () => {
    colleagues.length = 0
    return reply(removeColleague, { message: 'Ana Ruiz was removed.' })
  })
  await list.getByRole('button', { name: 'Remove Ana Ruiz' }).click()
  const question = page.getByRole('dialog', { name: 'Remove Ana Ruiz?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(question).not.toBeInTheDocument()
  expect(sent).toHaveLength(0)
  await list.getByRole('button', { name: 'Remove Ana Ruiz' }).click()
  await question.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect.element(panel.getByText('No colleagues yet.')).toBeVisible()
  expect(sent).toHaveLength(1)
})

it('agrees or refuses that a colleague who left comes back', async () => {
  const asking: Colleague = { ...ana, state: 'left', asksToReturn: true }
  await open(asking)
  await expect.element(list.getByText('Asks to come back', { exact: true })).toBeVisible()
  const sent = answer(answerReturn, (one) => {
    const { isAccepted } = bodyOf(one)
    return reply(answerReturn, isAccepted ? ana : { ...ana, state: 'left' })
  })
  answer(listColleagues, () => reply(listColleagues, [{ ...ana, state: 'left' }]))
  await list.getByRole('button', { name: 'Refuse that Ana Ruiz comes back' }).click()
  await expect.element(list.getByText('Left', { exact: true })).toBeVisible()
  await expect.element(list.getByRole('button', { name: /comes back$/ })).not.toBeInTheDocument()
  expect(sent.map(({ address, body }) => [address, bodyOf({ body })])).toEqual([
    [`/api/task/colleagues/${company._id}/${ana._id}/return`, { isAccepted: false }],
  ])
})

it('shows at each width who has left and whose email bounced, and offers no sixth invitation', async () => {
  await open(
    ana,
    { ...ana, _id: '7', name: 'Gus Lind', state: 'left', asksToReturn: true },
    { ...ana, _id: '2', name: 'Ben Ode', state: 'invited', changedAt: null },
    { ...ana, _id: '3', name: 'Cleo Park', hasBounced: true },
    { ...ana, _id: '4', name: 'Dev Shah', state: 'invited', isExpired: true },
    { ...ana, _id: '5', name: 'Eli Voss', may: 'look' },
    { ...ana, _id: '6', name: 'Fay Wu', state: 'left' },
  )
  for (const word of ['Active', 'Invited', 'Email bounced', 'Invitation expired', 'Left'])
    await expect.element(list.getByText(word, { exact: true }).first()).toBeVisible()
  await expect.element(list.getByRole('combobox', { name: 'Fay Wu may' })).not.toBeInTheDocument()
  await expect.element(list.getByRole('button', { name: 'Remove Fay Wu' })).toBeVisible()
  await expect.element(panel.getByText(/^You can have 5 colleagues\./)).toBeVisible()
  await expect.element(panel.getByRole('button', { name: 'Invite', exact: true })).not.toBeInTheDocument()
  await atEachWidth((width) => expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width))
})

it('can load the list again after a failure', { tags: 'nightly' }, async () => {
  ownerWith()
  answer(listColleagues, () => refusal(503, 'Being restarted.'))
  await openApp('/management?section=4&show=colleagues')
  await expect.element(panel.getByText('We couldn’t load the colleagues.')).toBeVisible()
  answer(listColleagues, () => reply(listColleagues, [ana]))
  clickNow(panel.getByRole('button', { name: 'Try again' }))
  await expect.element(list.getByText('Ana Ruiz', { exact: true })).toBeVisible()
})
