import { pdf } from '@app/chassis/testing/documents.ts'
import { png } from '@app/chassis/testing/pictures.ts'
import type { CompanyProfile } from '@app/contracts/http/company.ts'
import type { Document } from '@app/contracts/http/documents.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { addDays, DEFAULT_TIMEZONE, todayIn } from '@app/contracts/rules/business-dates.ts'
import { type Client, clientOf, confirmEmail, must, signInAdmin, signUpOwner, weekly } from '../../deploy/tests/support/client.ts'
import { harborPine, logoImage, posterImage } from '../../deploy/tests/support/demo-content.ts'
import type { RunningProduct } from '../../deploy/tests/support/product.ts'
import { giveSheet } from './company-sheet.ts'

const today = todayIn(DEFAULT_TIMEZONE)

const brief = {
  tagline: 'Slow mornings',
  taskpurpose: 'Bring regulars in before the holidays',
  headline: 'The winter blend is here',
  offerormessage: 'Two for one until Friday',
  calltoaction: 'Stop by this week',
  description: 'A square post with the new bag on wood. Keep the logo small, in the corner.',
  platform_x: 'true',
  platform_insta: 'true',
}

/** All tasks share these three images, because drawing an image takes a tenth of a second. */
export function drawPictures() {
  const { companyName } = harborPine.profile
  return {
    logo: logoImage(harborPine.logo.motif, harborPine.logo.palette),
    square: posterImage(
      { layout: 'stage', motif: 'cup', palette: 'winter', headline: 'The winter blend is back', line: 'A free cup with every bag' },
      companyName,
    ),
    wide: posterImage(
      { layout: 'split', motif: 'cup', palette: 'harbor', headline: 'Oyster roast', line: 'Tickets $35', wide: true },
      companyName,
    ),
  }
}

export interface World {
  tokens: Record<'newcomer' | 'owner' | 'admin', string>
  documents: { menu: Document }
  tasks: Record<'delivered' | 'referredBack', Task>
}

/** Returns functions that change the status of a task. `owner` and `admin` are tokens. */
export function actionsOf(send: Client, owner: string, admin: string) {
  return {
    deliver: async (task: Task, image = png()) =>
      (await must(send<{ task: Task }>('POST', `/admin/upload-task-image/${task._id}`, { token: admin, files: { image } }))).task,
    referBack: (task: Task, feedback: string) =>
      must(send<Task>('PUT', `/task/add-feedback-image/${task._id}`, { token: owner, fields: { feedback } })),
    approve: (task: Task) =>
      must(send<Task>('PUT', `/task/update-task/${task._id}`, { token: owner, json: { currentStatus: 'Approved' } })),
    launch: (task: Task) =>
      must(
        send<Task>('PUT', `/task/update-task/${task._id}`, {
          token: admin,
          json: { currentStatus: 'Posted', adminPostComment: 'Live since nine.' },
        }),
      ),
  }
}

type Image = Uint8Array<ArrayBuffer>

async function saveProfile(send: Client, token: string, fields: Record<string, string>, logo: Image, images: Record<string, Image> = {}) {
  const files = { logo, ...images }
  const saved = send<{ companyProfile: CompanyProfile }>('POST', '/company/update-company-profile', { token, fields, files })
  return (await must(saved)).companyProfile
}

const brandImagesOf = ({ logo, square, wide }: Record<'logo' | 'square' | 'wide', Image>) =>
  Object.fromEntries([square, wide, logo, wide, square, logo].map((image, at) => [`brandRelateImage${at + 1}`, image]))

/** Uploads a PDF file as an owner. */
export async function sharePdf(send: Client, token: string, companyProfileId: string, title: string): Promise<Document> {
  const fields = { companyProfileId, title, description: '', DocViewer: 'false', documentType: 'pdf' }
  const files = { document: new File([pdf()], 'menu.pdf') }
  return (await must(send<{ document: Document }>('POST', '/process/docupload', { token, fields, files }))).document
}

/** Creates the test data in a product: an owner with a company, tasks in all states, a document and a spreadsheet. */
export async function makeWorld({ url, sheetsUrl, inboxUrl }: Pick<RunningProduct, 'url' | 'sheetsUrl' | 'inboxUrl'>): Promise<World> {
  const send = clientOf(url)
  const signingUp = Promise.all([signUpOwner(send), signUpOwner(send), signInAdmin(send)])
  const pictures = drawPictures()
  const [newcomer, owner, admin] = await signingUp
  const { _id: companyProfileId } = await saveProfile(send, owner.token, harborPine.profile, pictures.logo, brandImagesOf(pictures))
  const others = Promise.all([
    confirmEmail(send, inboxUrl, owner.email),
    giveSheet(send, admin, companyProfileId, sheetsUrl, harborPine.customers?.people ?? []),
  ])
  const menu = await sharePdf(send, owner.token, companyProfileId, 'Spring menu')
  const assign = (title: string, dates: object) =>
    must(send<Task>('POST', '/task/create-task', { token: owner.token, fields: { companyProfileId, title, ...brief, ...dates } }))
  const once = (days: number) => ({ submissionForReview: addDays(today, days), targetPostingDate: addDays(today, days + 4) })
  const { deliver, referBack, approve, launch } = actionsOf(send, owner.token, admin)

  const [second, third, fourth, fifth] = await Promise.all([
    assign('Ready to be looked at', once(2)),
    assign('Sent back twice', once(3)),
    assign('Every Friday: the fish board', weekly),
    assign('Went out last week', weekly),
    assign('Waiting for its picture', once(1)),
  ])
  // The uploads are in turn, because concurrent uploads of a user are limited, and several tests use the same admin.
  const delivered = await deliver(second, pictures.square)
  await approve(await deliver(fourth, pictures.wide))
  await launch(await approve(await deliver(fifth, pictures.square)))
  await referBack(await deliver(third, pictures.wide), 'The headline is too small to read on a phone.')
  await deliver(third, pictures.square)
  const referredBack = await referBack(third, 'Better. Now the cup hides the logo.')
  await others
  return { tokens: { newcomer: newcomer.token, owner: owner.token, admin }, documents: { menu }, tasks: { delivered, referredBack } }
}
