import { createCampaign } from '@app/contracts/http/campaigns.ts'
import { updateCompanyProfile } from '@app/contracts/http/company.ts'
import { signIn } from '@app/contracts/http/identity.ts'
import { referReviewBack } from '@app/contracts/http/reviews.ts'
import { updateTask } from '@app/contracts/http/tasks.ts'
import { COMPANY } from '../../support/client.ts'
import { hostilePictures } from './hostile-pictures.ts'
import type { Generator, Outcome } from './input.ts'
import { FORM_TYPE, formOf, sendTo } from './route-inputs.ts'
import type { FuzzTarget } from './target.ts'

const PARALLEL = 100
const JSON_TYPE = 'application/json'

type Attack = readonly [what: string, send: () => Promise<Outcome>]

/** Sends many equal requests at once. Returns 500 if any response has this status, or else the number of responses by status. */
async function inParallel(count: number, send: () => Promise<Outcome>): Promise<Outcome> {
  const outcomes = await Promise.all(Array.from({ length: count }, send))
  if (outcomes.includes(500)) return 500
  const counts = Object.entries(Object.groupBy(outcomes, String)).map(([outcome, all]) => `${outcome} × ${all?.length}`)
  return counts.sort().join(' and ')
}

function attacksOn(target: FuzzTarget): Attack[] {
  const companyProfileId = target.known.companyProfileId ?? ''
  const sendForm = (path: string, body: Buffer, role: 'visitor' | 'owner') => sendTo(target, 'POST', role, { path, body, type: FORM_TYPE })
  const referBack = `/api${referReviewBack.url.replace(':token', target.reviewToken)}`
  const referral = (previewNo: string, picture: Buffer) =>
    sendForm(referBack, formOf({ previewNo, feedback: 'Warmer' }, { clientSuggestImage: picture }), 'visitor')
  const update = `/api${updateTask.url.replace(':id', target.taskId)}`
  const approval = JSON.stringify({ currentStatus: 'Approved' })
  const brackets = '['.repeat(500_000) + ']'.repeat(500_000)
  const emptySteps = `[${'{},'.repeat(99_999)}{}]`
  const campaign = { companyProfileId, name: 'Pies', audience: 'All', campaignCategory: 'Special Event', stepsJson: emptySteps }
  return [
    [
      'ten visitors who sign in with nested JSON',
      () => inParallel(10, () => sendTo(target, 'POST', 'visitor', { path: `/api${signIn.url}`, body: brackets, type: JSON_TYPE })),
    ],
    [
      `${PARALLEL} parallel changes of one task`,
      () => inParallel(PARALLEL, () => sendTo(target, 'PUT', 'owner', { path: update, body: approval, type: JSON_TYPE })),
    ],
    ['a campaign of 100,000 empty steps', () => sendForm(`/api${createCampaign.url}`, formOf(campaign), 'owner')],
    ...hostilePictures.flatMap(([what, make]): Attack[] => [
      [`${what} as a logo`, () => sendForm(`/api${updateCompanyProfile.url}`, formOf({ ...COMPANY }, { logo: make() }), 'owner')],
      [`${what} through a review link`, () => referral('1', make())],
      [`${what} through a review link, with a field that is not valid`, () => referral('x', make())],
    ]),
  ]
}

/** Attacks that were once possible. Each of them is sent before the generated inputs. Add an attack here when another one is found. */
export const knownAttacks = (target: FuzzTarget): Generator => ({
  covers: 'known attacks',
  kinds: attacksOn(target).map(([what, send]) => () => ({ covers: 'known attacks', what, send })),
})
