import { findAccessViolations } from '@app/chassis/testing/access.ts'
import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { startCompanyService } from '@app/chassis/testing/company-service.ts'
import { findForeignAccess } from '@app/chassis/testing/foreign-records.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendingOf } from './sendings.ts'
import { admin, create, createdCampaign, list, type Owner, read, type Service, setUp, specialEvent, step } from './setup.ts'

let service: Service
let identity: Awaited<ReturnType<typeof startCompanyService>>
beforeAll(async () => {
  identity = await startCompanyService()
  identity.answers(200, { _id: crypto.randomUUID(), email: 'mara@bakery.example', username: 'mara', role: 'owner', emailVerified: true })
  service = await setUp({ identityUrl: identity.url, relay: { send: async () => ({ kind: 'accepted' }) } })
})
afterAll(async () => {
  identity.stop()
  await service.stop()
})

test('each route rejects callers without access', async () => {
  expect(await findAccessViolations(service.app, 'campaigns')).toEqual([])
})

test('campaigns of another company get the same 404 as campaigns that do not exist', async () => {
  const owner = await ownerWithCompany(service.deps)
  const stranger = await ownerWithCompany(service.deps)
  const campaign = await createdCampaign(service, owner)
  for (const id of [owner.company._id, crypto.randomUUID()]) {
    const response = await list(service, stranger, id)
    expect([response.statusCode, response.json().message]).toEqual([404, 'Company profile not found'])
  }
  expect((await create(service, { ...stranger, company: owner.company })).statusCode).toBe(404)
  for (const id of [campaign._id, crypto.randomUUID()]) {
    const response = await read(service, stranger, id)
    expect([response.statusCode, response.json().message]).toEqual([404, 'Campaign not found'])
  }
  expect((await read(service, owner, campaign._id)).json()).toEqual(campaign)
  expect((await read(service, admin, campaign._id)).json()).toEqual(campaign)
  expect((await list(service, admin, owner.company._id)).json()).toHaveLength(1)
  expect((await list(service, admin, crypto.randomUUID())).statusCode).toBe(404)
})

/** Creates a campaign, a dispatch with an unknown delivery, and a suppression. */
async function recordsOf(owner: Owner) {
  const { db } = service
  const campaign = await createdCampaign(service, owner)
  const { dispatchId } = await sendingOf(service, owner, { emails: ['a@b.example'], deliveries: 'unknown', dispatch: 'done' })
  const { id: personId } = await db.selectFrom('delivery').select('id').where('dispatch_id', '=', dispatchId).executeTakeFirstOrThrow()
  const suppressionId = crypto.randomUUID()
  const suppression = { id: suppressionId, company_id: owner.company._id, email: 'b@b.example', reason: 'unsubscribed' as const }
  await db.insertInto('suppression').values(suppression).execute()
  const ids = { id: campaign._id, stepId: campaign.steps[0]?._id ?? '', companyProfileId: owner.company._id, personId }
  return { ids, dispatchId, suppressionId }
}

test('records of another owner are neither returned nor changed, however valid the request is', async () => {
  const { app, db, deps } = service
  const [owner, stranger] = [await ownerWithCompany(deps), await ownerWithCompany(deps)]
  const { ids, dispatchId, suppressionId } = await recordsOf(owner)
  const { ids: ownIds } = await recordsOf(stranger)
  const ofDispatch = { params: { id: dispatchId } }
  const { companyProfileId: _, ...fields } = specialEvent()
  const { subject, body } = step()
  const wrong = await findForeignAccess({
    app,
    db,
    service: 'campaigns',
    owner,
    stranger,
    ids,
    ownIds,
    valid: {
      ...Object.fromEntries(
        ['sendNow', 'sendToMissed', 'skipDispatch', 'downloadRecipients', 'listRecipients', 'resolveUnknown'].map((id) => [id, ofDispatch]),
      ),
      liftSuppression: { params: { id: suppressionId } },
      createCampaign: { fields },
      changeStep: { fields: { version: '1', subject, body } },
      previewMail: { body: { subject, body } },
      sendTestMail: { fields: { subject, body } },
      proofreadStep: { fields: { subject, body } },
      listPersonMails: { query: { email: 'a@b.example' } },
    },
  })
  expect(wrong).toEqual([])
})
