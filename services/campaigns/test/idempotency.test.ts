import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { startCompanyService } from '@app/chassis/testing/company-service.ts'
import { multipart } from '@app/chassis/testing/multipart.ts'
import { png } from '@app/chassis/testing/pictures.ts'
import { routesWithKeys, type SentRequest, sendThreeTimes } from '@app/chassis/testing/same-request.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { admin, campaignRequest, createdCampaign, type Owner, type Service, setUp, specialEvent, stepChange, storedKeys } from './setup.ts'

let service: Service
let identity: Awaited<ReturnType<typeof startCompanyService>>
let owner: Owner
beforeAll(async () => {
  identity = await startCompanyService()
  service = await setUp({ identityUrl: identity.url, relay: { send: async () => ({ kind: 'accepted' }) } })
})
afterAll(async () => {
  identity.stop()
  await service.stop()
})
beforeEach(async () => {
  owner = await ownerWithCompany(service.deps)
  identity.answers(200, { _id: owner.id, email: 'mara@bakery.example', username: 'mara', role: 'owner', emailVerified: true })
})

type Make = () => Promise<SentRequest>

const post = (url: string, payload?: object, { headers } = owner): SentRequest => ({
  method: 'POST',
  url,
  headers,
  ...(payload && { payload }),
})

/** Creates a campaign with one dispatch in this state. Returns the dispatch's id. */
async function sendingIn(state: 'missed' | 'done' | 'scheduled') {
  const campaign = await createdCampaign(service, owner)
  const id = campaign.dispatches[0]?._id ?? ''
  const started_at = state === 'done' ? new Date().toISOString() : null
  await service.db.updateTable('dispatch').set({ state, audience: 1, started_at, due_at: null }).where('id', '=', id).execute()
  return id
}

/** Inserts an email that failed with this code. Returns its id. */
async function failed(dispatchId: string, code: string): Promise<string> {
  const id = crypto.randomUUID()
  const person = { email: 'p@a.example', name: '', provider: 'a.example', merge: '{}', token: id, position: 1 }
  await service.db
    .insertInto('delivery')
    .values({ id, dispatch_id: dispatchId, ...person, state: 'failed', code })
    .execute()
  return id
}

const act =
  (verb: string): Make =>
  async () =>
    post(`/campaign/${(await createdCampaign(service, owner))._id}/${verb}`)
const actOn =
  (state: Parameters<typeof sendingIn>[0], verb: string): Make =>
  async () =>
    post(`/campaign/dispatches/${await sendingIn(state)}/${verb}`)

/** For each route with an Idempotency-Key: a function that makes a request, and the number of events that it publishes. */
const requests: Record<string, { make: Make; events: number }> = {
  createCampaign: { make: () => campaignRequest(owner, specialEvent(), { stepAttachment_0: new File([png()], 'a.png') }), events: 1 },
  changeStep: {
    make: async () => {
      const { _id, steps } = await createdCampaign(service, owner)
      return stepChange(owner, _id, steps[0]?._id ?? '', { version: 1, attachment: new File([png()], 'a.png') })
    },
    events: 1,
  },
  pauseCampaign: { make: act('pause'), events: 1 },
  resumeCampaign: { make: act('resume'), events: 1 },
  cancelCampaign: { make: act('cancel'), events: 1 },
  sendNow: { make: actOn('missed', 'send-now'), events: 1 },
  skipDispatch: { make: actOn('scheduled', 'skip'), events: 1 },
  sendToMissed: {
    make: async () => {
      const id = await sendingIn('done')
      await failed(id, 'mail-refused 554')
      return post(`/campaign/dispatches/${id}/send-to-missed`)
    },
    events: 1,
  },
  resolveUnknown: {
    make: async () => {
      const id = await sendingIn('done')
      return post(`/campaign/dispatches/${id}/people/${await failed(id, 'unknown')}/resolve`, { as: 'delivered' })
    },
    events: 1,
  },
  sendTestMail: {
    make: async () => {
      const form = await multipart({ companyProfileId: owner.company._id, subject: 'Pies', body: 'Come.' }, {})
      return { method: 'POST', url: '/campaign/test', payload: form.payload, headers: { ...owner.headers, ...form.headers } }
    },
    events: 0,
  },
  liftSuppression: {
    make: async () => {
      const id = crypto.randomUUID()
      await service.db
        .insertInto('suppression')
        .values({ id, company_id: owner.company._id, email: 'a@a.example', reason: 'bounced' })
        .execute()
      return { method: 'DELETE', url: `/campaign/suppressions/${id}`, headers: owner.headers }
    },
    events: 0,
  },
  suspendSending: {
    make: async () => ({
      method: 'PUT',
      url: '/admin/campaign-suspension',
      payload: { scope: 'company', id: owner.company._id, reason: 'Spam' },
      headers: admin.headers,
    }),
    events: 1,
  },
  releaseSuspension: {
    make: async () => {
      const target = { scope: 'company', id: owner.company._id } as const
      await service.db.insertInto('suspension').values({ scope: 'company', target: target.id, reason: 'Spam' }).execute()
      return post('/admin/campaign-suspension/release', target, { ...owner, ...admin })
    },
    events: 0,
  },
}

const events = async (): Promise<number> => (await service.db.selectFrom('outbox').select('id').execute()).length

test('all routes with an Idempotency-Key are tested', () => {
  expect(Object.keys(requests).sort()).toEqual(routesWithKeys('campaigns').sort())
})

test.each(Object.entries(requests))('%s repeated with its key takes effect once', async (id, { make, events: brought }) => {
  const request = await make()
  const [eventsBefore, filesBefore] = [await events(), await storedKeys(service)]
  const { answers, replayed } = await sendThreeTimes(service.app, request)
  expect(answers).toEqual([expect.stringMatching(/^20[01] /)])
  expect(replayed).toBe(2)
  expect((await events()) - eventsBefore).toBe(brought)
  expect((await storedKeys(service)).length - filesBefore.length).toBe(id === 'createCampaign' || id === 'changeStep' ? 1 : 0)
})
