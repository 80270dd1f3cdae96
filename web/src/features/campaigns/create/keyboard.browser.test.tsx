import { createCampaign } from '@app/contracts/http/campaigns.ts'
import { countAudience } from '@app/contracts/http/customers.ts'
import { previewMail } from '@app/contracts/http/mails.ts'
import { expect, it } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { answer, refusal, reply } from '../../../testing/api.ts'
import { campaignOf } from '../../../testing/campaign-data.ts'
import { audienceOf, ownerWithCampaigns } from '../../../testing/campaigns.ts'
import { openApp, signInAs, tokenOf } from '../../../testing/open.tsx'
import { entriesOf } from '../../../testing/uploads.ts'

const { keyboard } = userEvent

const button = (name: string) => page.getByRole('button', { name })
const field = (name: string) => page.getByLabelText(new RegExp(`^${name}\\*?$`))

async function tabTo(control: Locator): Promise<void> {
  for (let presses = 0; presses < 20 && document.activeElement !== control.element(); presses += 1) await keyboard('{Tab}')
  await expect.element(control).toHaveFocus()
}

it('a campaign can be created with the keyboard alone, from opening the form to submitting it', { tags: 'nightly' }, async () => {
  ownerWithCampaigns(() => [])
  signInAs.owner(tokenOf('ann'))
  answer(countAudience, () => reply(countAudience, audienceOf()))
  answer(previewMail, () => refusal(503, 'Being restarted.'))
  const sent = answer(createCampaign, () => reply(createCampaign, { message: 'Created', campaign: campaignOf() }))
  await openApp('/management?section=2')
  await expect.element(page.getByRole('button', { name: 'Create Campaign' })).toBeVisible()
  await tabTo(button('Create Campaign'))
  await keyboard('{Enter}')
  await expect.element(field('Campaign Name')).toHaveFocus()
  await keyboard('Oyster roast{Tab}Special')
  await tabTo(field('Set Date'))
  await keyboard('12072027')
  await tabTo(button('Add Details'))
  await keyboard('{Enter}')
  await expect.element(field('Email Subject')).toHaveFocus()
  await keyboard('Come by{Tab}Dear ')
  await tabTo(button('Insert field'))
  await keyboard('{Enter}')
  await expect.element(page.getByRole('menuitem', { name: 'First Name' })).toHaveFocus()
  await keyboard('{Enter}')
  await expect.element(field('Body Content')).toHaveFocus()
  await keyboard('friend')
  await tabTo(button('Save'))
  await keyboard('{Enter}')
  await expect.element(button('Update Details')).toHaveFocus()
  await tabTo(button('View'))
  await keyboard('{Enter}')
  await expect.element(page.getByText('Dear {{First Name|friend}}')).toBeVisible()
  await tabTo(button('Add a step'))
  await keyboard('{Enter}')
  await expect.element(field('Type').last()).toHaveFocus()
  await tabTo(button('Remove step 2'))
  await keyboard('{Enter}')
  await expect.element(field('Type')).toHaveFocus()
  await tabTo(button('Submit Campaign'))
  await keyboard('{Enter}')
  await expect.poll(() => sent.length).toBe(1)
  const { name, campaignCategory, stepsJson } = entriesOf(sent[0] ?? expect.fail('not sent'))
  expect([name, campaignCategory, JSON.parse(String(stepsJson))]).toEqual([
    'Oyster roast',
    'Special Event',
    [{ type: 'Initial', date: '2027-12-07', subject: 'Come by', body: 'Dear {{First Name|friend}}' }],
  ])
  await expect.element(button('Create Campaign')).toHaveFocus()
})
