import { getCompanyProfile } from '@app/contracts/http/company.ts'
import { streamNotifications } from '@app/contracts/http/notifications.ts'
import { getMe } from '@app/contracts/http/session.ts'
import { listTasks } from '@app/contracts/http/tasks.ts'
import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { answer, reply } from '../../testing/api.ts'
import { company, owner, ownerAtWork, taskOf } from '../../testing/fixtures.ts'
import { openApp, signInAs } from '../../testing/open.tsx'

afterEach(() => void delete window.prefetched)

const LIST = `/api/task/tasks/${company._id}`
const card = (title: string) => page.getByRole('article').filter({ hasText: title })

/** Provides prefetched responses for a token, by URL. Returns the requests that the app itself sends. */
function providePrefetched(authorization: string, responses: Readonly<Record<string, Promise<Response>>>) {
  const receive = async (answered: Promise<Response>) => {
    const response = await answered
    return { response, text: await response.text() }
  }
  window.prefetched = {}
  for (const [url, answered] of Object.entries(responses)) {
    const received = receive(answered)
    received.catch(() => {})
    window.prefetched[authorization + url] = received
  }
  const listed = ownerAtWork(() => [taskOf({ title: 'Requested by the app' })])
  const others = [answer(getMe, () => reply(getMe, owner)), answer(getCompanyProfile, () => reply(getCompanyProfile, company))]
  signInAs.owner()
  return { listed, others: () => others.flat() }
}

const responses = () => ({
  '/api/me': Promise.resolve(reply(getMe, owner)),
  '/api/company/get-company-profile': Promise.resolve(reply(getCompanyProfile, company)),
  [LIST]: Promise.resolve(reply(listTasks, [taskOf({ title: 'Prefetched' })])),
})

it('a prefetched response is used and not requested again', async () => {
  const { listed, others } = providePrefetched('Bearer owner-token', responses())
  await openApp('/management')
  await expect.element(card('Prefetched')).toBeVisible()
  expect([...listed, ...others()]).toEqual([])
})

it.each([
  ['with another token', 'Bearer earlier-token', responses],
  ['of another company', 'Bearer owner-token', () => ({ '/api/task/tasks/other': Promise.resolve(reply(listTasks, [taskOf()])) })],
  ['that failed', 'Bearer owner-token', () => ({ ...responses(), [LIST]: Promise.reject(new TypeError('Failed to fetch')) })],
])('a prefetched response %s is not used: the app sends the request', async (_case, authorization, given) => {
  providePrefetched(authorization, given())
  await openApp('/management')
  await expect.element(card('Requested by the app')).toBeVisible()
})

it('prefetched data is requested again once the live stream is open', async () => {
  const { listed } = providePrefetched('Bearer owner-token', responses())
  const { promise: line, resolve: connect } = Promise.withResolvers<Response>()
  answer(streamNotifications, () => line)
  await openApp('/management')
  await expect.element(card('Prefetched')).toBeVisible()
  connect(new Response(new ReadableStream()))
  await expect.element(card('Requested by the app')).toBeVisible()
  expect(listed).toHaveLength(1)
})
