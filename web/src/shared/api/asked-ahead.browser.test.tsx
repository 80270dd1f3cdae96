import { getCompanyProfile } from '@app/contracts/http/company.ts'
import { getMe } from '@app/contracts/http/identity.ts'
import { streamNotifications } from '@app/contracts/http/notifications.ts'
import { listTasks } from '@app/contracts/http/tasks.ts'
import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { answer, reply } from '../../testing/api.ts'
import { company, owner, ownerAtWork, taskOf } from '../../testing/fixtures.ts'
import { openApp, signInAs } from '../../testing/open.tsx'

afterEach(() => void delete window.askedAhead)

const LIST = `/api/task/tasks/${company._id}`
const card = (title: string) => page.getByRole('article').filter({ hasText: title })

/** What the page has asked for before the app was there, with a token; the calls that the app makes itself. */
function askedAhead(authorization: string, answers: Readonly<Record<string, Promise<Response>>>) {
  const heard = async (answered: Promise<Response>) => {
    const response = await answered
    return { response, text: await response.text() }
  }
  window.askedAhead = {}
  for (const [address, answered] of Object.entries(answers)) {
    const answer = heard(answered)
    answer.catch(() => {})
    window.askedAhead[authorization + address] = answer
  }
  const listed = ownerAtWork(() => [taskOf({ title: 'Asked by the app' })])
  const others = [answer(getMe, () => reply(getMe, owner)), answer(getCompanyProfile, () => reply(getCompanyProfile, company))]
  signInAs.owner()
  return { listed, others: () => others.flat() }
}

const answers = () => ({
  '/api/me': Promise.resolve(reply(getMe, owner)),
  '/api/company/get-company-profile': Promise.resolve(reply(getCompanyProfile, company)),
  [LIST]: Promise.resolve(reply(listTasks, [taskOf({ title: 'Asked ahead' })])),
})

it('what the page has asked for is not asked again', async () => {
  const { listed, others } = askedAhead('Bearer owner-token', answers())
  await openApp('/management')
  await expect.element(card('Asked ahead')).toBeVisible()
  expect([...listed, ...others()]).toEqual([])
})

it.each([
  ['with another token', 'Bearer earlier-token', answers],
  ['of another company', 'Bearer owner-token', () => ({ '/api/task/tasks/other': Promise.resolve(reply(listTasks, [taskOf()])) })],
  ['that did not arrive', 'Bearer owner-token', () => ({ ...answers(), [LIST]: Promise.reject(new TypeError('Failed to fetch')) })],
])('what was asked ahead %s is asked by the app', async (_case, authorization, given) => {
  askedAhead(authorization, given())
  await openApp('/management')
  await expect.element(card('Asked by the app')).toBeVisible()
})

it('what was asked before the news is heard is asked again once it is', async () => {
  const { listed } = askedAhead('Bearer owner-token', answers())
  const { promise: line, resolve: connect } = Promise.withResolvers<Response>()
  answer(streamNotifications, () => line)
  await openApp('/management')
  await expect.element(card('Asked ahead')).toBeVisible()
  connect(new Response(new ReadableStream()))
  await expect.element(card('Asked by the app')).toBeVisible()
  expect(listed).toHaveLength(1)
})
