import { buffer } from 'node:stream/consumers'
import { sweepDue } from '@app/chassis/storage/sweep.ts'
import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { gpsPhoto, heic, largePng, shownBy, UPRIGHT_PHOTO } from '@app/chassis/testing/photos.ts'
import { jpeg, png, svg } from '@app/chassis/testing/pictures.ts'
import { TEST_ORIGIN } from '@app/chassis/testing/store.ts'
import type { CampaignDetail, CampaignStep } from '@app/contracts/http/campaigns.ts'
import { expect, test } from 'vitest'
import { attachmentSweep } from '../src/files/attachment-files.ts'
import { change, createdCampaign, recurring, storedKeys } from './setup.ts'
import { setUpStage } from './stage.ts'

const { stage, tickThen, begin } = setUpStage()

const large = async () => new File([await largePng()], 'large.png')
const stepOf = ({ steps: [step] }: CampaignDetail) => step as CampaignStep
const keyOf = ({ attachmentUrl }: CampaignStep): string => attachmentUrl?.replace(/^.*\/files\//, '') ?? ''

const withImage = (image: File, fields?: Record<string, string>): Promise<CampaignDetail> =>
  createdCampaign(stage.service, stage.owner, fields, { stepAttachment_0: image })

async function changed(campaign: CampaignDetail, version: number, attachment: File | ''): Promise<CampaignStep> {
  const response = await change(stage.service, stage.owner, campaign._id, stepOf(campaign)._id, { version, attachment })
  if (response.statusCode !== 200) throw new Error(response.body)
  return stepOf(response.json().campaign)
}

async function mailOf(dispatchId = ''): Promise<string> {
  const { mail } = await stage.service.db.selectFrom('dispatch').select('mail').where('id', '=', dispatchId).executeTakeFirstOrThrow()
  return JSON.stringify(mail).replaceAll('=\\r\\n', '')
}

/** Runs the job that deletes unused images, as if a year had passed. Returns the keys of the files that remain. */
async function leftOf(...keys: string[]): Promise<string[]> {
  const later = new Date(Date.now() + 400 * 24 * 3_600_000)
  await sweepDue(attachmentSweep({ ...stage.service.deps, now: () => later }), AbortSignal.timeout(10_000))
  await stage.service.db.deleteFrom('file_sweep' as never).execute()
  const stored = await storedKeys(stage.service)
  return keys.filter((key) => stored.includes(key))
}

test('the image of a step can be replaced and removed without a change of the text; unused files are deleted', async () => {
  const campaign = await withImage(new File([png()], 'a.png'))
  const [step, other] = [stepOf(campaign), await changed(campaign, 1, new File([jpeg()], 'Pie.jpg'))]
  expect(other).toMatchObject({
    attachmentName: 'Pie.jpg',
    attachmentUrl: expect.stringMatching(/\.jpg$/),
    subject: step.subject,
    version: 2,
  })
  const words = await change(stage.service, stage.owner, campaign._id, step._id, { version: 2, subject: 'Warm pies' })
  expect(stepOf(words.json().campaign)).toMatchObject({ attachmentName: 'Pie.jpg', attachmentUrl: other.attachmentUrl })
  expect(await leftOf(keyOf(step), keyOf(other))).toEqual([keyOf(other)])
  expect(await changed(campaign, 3, '')).toMatchObject({ attachmentName: null, attachmentUrl: null, subject: 'Warm pies' })
  expect(await leftOf(keyOf(other))).toEqual([])
})

test('an invalid image, a late change and a change by another owner are rejected and leave no file', async () => {
  const campaign = await withImage(new File([png()], 'a.png'))
  const before = await storedKeys(stage.service)
  const attachment = new File([png()], 'b.png')
  const refused = async (version: number, image: File, by = stage.owner) =>
    (await change(stage.service, by, campaign._id, stepOf(campaign)._id, { version, attachment: image })).statusCode
  expect(await refused(1, new File([svg('<g>')], 'a.svg'))).toBe(415)
  expect(await refused(7, attachment)).toBe(409)
  expect(await refused(1, attachment, await ownerWithCompany(stage.service.deps))).toBe(404)
  await begin(campaign)
  expect(await refused(1, attachment)).toBe(409)
  expect(await storedKeys(stage.service)).toEqual(before)
})

test('sent emails keep their image, and later emails have the new one', { tags: 'nightly' }, async () => {
  const campaign = await withImage(await large(), recurring())
  const [sent, next] = campaign.dispatches
  await begin(campaign)
  const [old, other] = [keyOf(stepOf(campaign)), keyOf(await changed(campaign, 1, await large()))]
  await tickThen('09:00', '2026-11-30')
  const shows = (key: string) => expect.stringContaining(`${TEST_ORIGIN}/files/${key}`)
  expect([await mailOf(sent?._id), await mailOf(next?._id)]).toEqual([shows(old), shows(other)])
  expect(await leftOf(old, other)).toEqual([old, other])
  // The change discards the unsent email with the image `other`. No other email links to this image, so it is deleted.
  const last = keyOf(await changed(campaign, 2, new File([png()], 'small.png')))
  expect(await leftOf(old, other, last)).toEqual([old, last])
})

test('the image of a new and of a changed step has no metadata, is upright, and is a JPEG if it was HEIC', async () => {
  const { store } = stage.service
  const photo = new File([await gpsPhoto()], 'photo.jpg')
  const campaign = await withImage(photo)
  const other = await changed(campaign, 1, photo)
  for (const step of [stepOf(campaign), other]) expect(await shownBy(await buffer(await store.get(keyOf(step))))).toEqual(UPRIGHT_PHOTO)
  expect(await changed(campaign, 2, new File([heic()], 'IMG_0001.HEIC'))).toMatchObject({
    attachmentName: 'IMG_0001.jpg',
    attachmentUrl: expect.stringMatching(/\.jpg$/),
  })
})
