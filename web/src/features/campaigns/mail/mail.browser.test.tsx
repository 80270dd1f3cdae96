import { countAudience } from '@app/contracts/http/customers.ts'
import { sendVerification } from '@app/contracts/http/email-verification.ts'
import { previewMail, sendTestMail } from '@app/contracts/http/mails.ts'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, refusal, reply, type Sent } from '../../../testing/api.ts'
import { audienceOf, ownerWithCampaigns } from '../../../testing/campaigns.ts'
import { openApp, signInAs, tokenOf } from '../../../testing/open.tsx'
import { entriesOf } from '../../../testing/uploads.ts'
import { areSideBySide, atEachWidth } from '../../../testing/widths.ts'

const FORM = '/management?section=2&show=new'
const preview = page.getByRole('region', { name: 'Preview' })
const frame = () => preview.getByTitle('Email preview').element() as HTMLIFrameElement
const mail = () => frame().contentDocument as Document
const bodyOf = (sent: Sent | undefined) => JSON.parse(String(sent?.body))
const html = (words: string) =>
  `<html><head><style>p { text-indent: 7px } @media (prefers-color-scheme: dark) { p { text-indent: 9px } }</style></head><body><p style="color: rgb(1, 2, 3)">${words}</p><img src="cid:attachment" alt=""></body></html>`

it('the form shows the size of the audience and why people are excluded', async () => {
  ownerWithCampaigns(() => [])
  const asked = answer(countAudience, () => reply(countAudience, audienceOf()))
  await openApp(FORM)
  await expect
    .element(
      page.getByText(
        '214 people: 180 customers, 34 leads. Left out: 12 not subscribed, 3 without a valid email address, 1 duplicate address',
      ),
    )
    .toBeVisible()
  answer(countAudience, () => refusal(409, 'There is no spreadsheet.'))
  await page.getByLabelText(/^Target Audience/).selectOptions('Leads')
  await expect.element(page.getByText(/has no customer spreadsheet yet, so this campaign has no audience/)).toBeVisible()
  expect(asked[0]?.address).toBe('/api/crm/audience?audience=Customers')
})

it('the preview is updated while the email is written, with values of real people, in phone width and dark mode', {
  tags: 'nightly',
}, async () => {
  ownerWithCampaigns(() => [])
  signInAs.owner(tokenOf('ann'))
  answer(countAudience, () => reply(countAudience, audienceOf()))
  const asked = answer(previewMail, (sent) => {
    const { subject, values } = bodyOf(sent)
    return reply(previewMail, {
      from: 'Bakery <bakery@mail.example>',
      replyTo: 'ann@shop.example',
      subject,
      html: html(`Hello ${values?.['First Name'] ?? 'there'}`),
      text: '',
      findings: [{ code: 'dead-link', severity: 'warning', message: 'https://shop.example/gone does not answer. Check the address.' }],
    })
  })
  await openApp(FORM)
  await page.getByRole('button', { name: 'Add Details' }).click()
  const subject = page.getByLabelText(/^Email Subject/)
  const body = page.getByLabelText(/^Body Content/)
  await subject.fill('Come by')
  await body.fill('Hello ')
  await page.getByRole('button', { name: 'Insert field' }).click()
  await page.getByRole('menuitem', { name: 'First Name' }).click()
  await expect.element(body).toHaveValue('Hello {{First Name|there}}')
  await expect.element(body).toHaveFocus()
  await userEvent.keyboard('friend')
  await expect.element(body).toHaveValue('Hello {{First Name|friend}}')
  await page.getByLabelText('Attachment').upload(new File(['GIF89a'], 'shells.gif', { type: 'image/gif' }))

  await expect
    .poll(() => bodyOf(asked.at(-1)))
    .toMatchObject({
      companyProfileId: 'company-1',
      subject: 'Come by',
      body: 'Hello {{First Name|friend}}',
      attachment: { fileName: 'shells.gif', size: 6 },
      values: { 'First Name': 'Ann', 'Email id': 'ann@shop.example' },
    })
  expect(asked.length).toBeLessThan(8)
  await expect.poll(() => mail().querySelector('p')?.textContent).toBe('Hello Ann')
  await expect.poll(() => mail().querySelector('img')?.src).toMatch(/^blob:/)
  const paragraph = () => getComputedStyle(mail().querySelector('p') as Element)
  await expect.poll(() => [paragraph().color, paragraph().textIndent]).toEqual(['rgb(1, 2, 3)', '7px'])
  expect(frame().getAttribute('sandbox')).toBe('allow-same-origin')
  await expect.element(preview.getByText('Bakery <bakery@mail.example>')).toBeVisible()
  await expect.element(preview.getByText(/does not answer. Check the address/)).toBeVisible()

  await page.getByLabelText('Dark').click()
  await expect.poll(() => paragraph().textIndent).toBe('9px')
  await page.getByLabelText('Phone').click()
  await expect.poll(() => mail().documentElement.clientWidth).toBe(375)
  await page.getByLabelText('As seen by').selectOptions('Bea Orr')
  await expect.poll(() => mail().querySelector('p')?.textContent).toBe('Hello Bea')
  await page.getByLabelText('As seen by').selectOptions('Without personal details')
  await expect.poll(() => mail().querySelector('p')?.textContent).toBe('Hello there')

  const unconfirmed = 'Confirm your email address first. We sent you a link.'
  answer(sendTestMail, () => refusal(403, unconfirmed, { code: 'email-not-verified' }))
  answer(sendVerification, () => reply(sendVerification, { message: 'We sent a link to ann@shop.example.', alreadyVerified: false }))
  await page.getByRole('button', { name: 'Send a test to me' }).click()
  await expect.element(preview.getByText(unconfirmed)).toBeVisible()
  await preview.getByRole('button', { name: 'Send the email again' }).click()
  await expect.element(preview.getByText('We sent a link to ann@shop.example.')).toBeVisible()

  const tested = answer(sendTestMail, () => reply(sendTestMail, { message: 'Sent to ann@shop.example' }))
  await page.getByRole('button', { name: 'Send a test to me' }).click()
  await expect.element(page.getByText('Sent to ann@shop.example')).toBeInTheDocument()
  const { attachment, ...fields } = entriesOf(tested[0] ?? expect.fail('not sent'))
  expect(fields).toEqual({ companyProfileId: 'company-1', subject: 'Come by', body: 'Hello {{First Name|friend}}' })
  expect((attachment as File).name).toBe('shells.gif')
  await expect.element(preview.getByText(unconfirmed)).not.toBeInTheDocument()

  await page.getByLabelText('Phone').click()
  await atEachWidth(async (width) => {
    expect(areSideBySide(body.element(), preview.element())).toBe(width === 1440)
    // The frame is as wide as the facts above it. Polled, because the frame is measured after the layout.
    const facts = preview.getByText('Replies go to').element().closest('dl') as HTMLElement
    await expect.poll(() => frame().parentElement?.offsetWidth).toBe(facts.offsetWidth)
    await expect.poll(() => Math.round(frame().getBoundingClientRect().width)).toBe(facts.offsetWidth - 2)
  })
  await body.fill('{{Nonsense|x}}')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect
    .element(
      page
        .getByRole('dialog')
        .getByText(/^{{Nonsense\|x}} is not a valid field/)
        .first(),
    )
    .toBeVisible()
})

it('on a phone, the menu of fields is inside the window', async () => {
  ownerWithCampaigns(() => [])
  await page.viewport(390, 844)
  await openApp(FORM)
  await page.getByRole('button', { name: 'Add Details' }).click()
  await page.getByRole('button', { name: 'Insert field' }).click()
  await expect.element(page.getByRole('menuitem', { name: 'First Name' })).toBeVisible()
  const menu = () => page.getByRole('menu').element().getBoundingClientRect()
  await expect.poll(() => menu().left).toBeGreaterThanOrEqual(0)
  expect(menu().right).toBeLessThanOrEqual(390)
})
