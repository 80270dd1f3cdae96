import { png } from '@app/chassis/testing/pictures.ts'
import { mp4 } from '@app/chassis/testing/videos.ts'
import type { CompanyProfile } from '@app/contracts/http/company.ts'
import type { Document } from '@app/contracts/http/documents.ts'
import type { Preview } from '@app/contracts/http/previews.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { addDays, DEFAULT_TIMEZONE, todayIn } from '@app/contracts/rules/business-dates.ts'
import { logoImage, posterImage } from '../../deploy/demo/pictures/poster.ts'
import { harborPine } from '../../deploy/demo/story/harbor-pine.ts'
import type { RunningProduct } from '../../deploy/test/product.ts'
import {
  type Client,
  clientOf,
  confirmEmail,
  createCompany,
  must,
  signInAdmin,
  signUpOwner,
  weekly,
} from '../../deploy/test/system/client.ts'
import { pdfOf } from '../src/testing/pdf.ts'
import { giveSheet } from './company-sheet.ts'
import { shareDocument, shareOfEachKind } from './shared-documents.ts'

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

/** Very long texts, to test the layout. */
const longest = {
  companyName: 'The Lowcountry Waterfront Historical Preservation Society Museum Shop & Tea Room',
  email: 'front.desk.and.gift.shop.orders@lowcountry-waterfront-preservation.example',
  fileName: 'minutes_of_the_extraordinary_meeting_of_the_members_with_all_resolutions_and_the_budget-final-final',
  title:
    'Announce the winter members’ evening with the candlelit tour of the upper rooms, the oyster supper on the lawn and the talk on Gullah boatbuilding, then say in two lines how the seats are drawn by lot',
}

/**
 * Returns a day of the month that contains the date 40 days from today. All results are in the same month, because the task limit counts
 * the tasks of a month. The days from the 10th on are at least 19 days ahead.
 */
const inOneMonth = (day: number) => `${addDays(today, 40).slice(0, 8)}${day}`

export interface World {
  tokens: Record<'newcomer' | 'beginner' | 'owner' | 'crowded' | 'admin', string>
  documents: { menu: Document }
  tasks: Record<'waiting' | 'delivered' | 'referredBack' | 'approved' | 'posted' | 'long' | 'versions', Task>
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

export const VERSION_CAPTION = `The winter blend is back.

Two for one until Friday, and a free cup with every bag. Bring a friend, stay for a slow morning, and tell us which roast you like most.

#winterblend #columbiasc`

/** Delivers a preview of a picture, a video that cannot be played, and a PDF file of two pages. */
export function deliverVersion(send: Client, admin: string, { _id }: Task, pictures: { picture: Image; poster: Image }) {
  const files = {
    file1: pictures.picture,
    file2: mp4(),
    poster2: pictures.poster,
    file3: new File([pdfOf('Menu of the week', 'Prices')], 'menu.pdf'),
    poster3: pictures.picture,
  }
  const fields = { caption: VERSION_CAPTION, duration2: '4000' }
  return must(send<{ task: Task; preview: Preview }>('POST', `/admin/tasks/${_id}/previews`, { token: admin, fields, files }))
}

/** Creates a company that has reached its monthly task limit and whose texts have the maximum length. */
async function makeCrowd(send: Client, token: string): Promise<Task> {
  const fields = {
    ...harborPine.profile,
    companyName: longest.companyName,
    dba: '',
    email: longest.email,
    insta: `https://instagram.com/${'lowcountry'.repeat(8)}`,
  }
  const { _id: companyProfileId } = await saveProfile(send, token, fields, png())
  const platforms = {
    platform_x: 'true',
    platform_fb: 'true',
    platform_insta: 'true',
    platform_li: 'true',
    platform_youtube: 'true',
    platform_via_mail: 'true',
  }
  const assign = (title: string, dates: object) =>
    must(send<Task>('POST', '/task/create-task', { token, fields: { companyProfileId, title, ...brief, ...platforms, ...dates } }))
  const dated = [10, 12, 14, 16].map((day) => ({ submissionForReview: inOneMonth(day), targetPostingDate: inOneMonth(day + 4) }))
  const [first] = await Promise.all([
    assign(longest.title, dated[0] ?? {}),
    ...dated.slice(1).map((dates, i) => assign(`Donor letter ${i + 1}`, dates)),
    assign('What is on this week', weekly),
  ])
  // More than 8 documents, so that the search box appears. They are uploaded in turn, because concurrent uploads are limited.
  for (let i = 0; i < 9; i += 1)
    await shareDocument(send, token, companyProfileId, `${longest.fileName}-${i}.pdf`, { title: longest.title, description: longest.title })
  return first
}

async function saveProfile(send: Client, token: string, fields: Record<string, string>, logo: Image, images: Record<string, Image> = {}) {
  const files = { logo, ...images }
  const saved = send<{ companyProfile: CompanyProfile }>('POST', '/company/update-company-profile', { token, fields, files })
  return (await must(saved)).companyProfile
}

const brandImagesOf = ({ logo, square, wide }: Record<'logo' | 'square' | 'wide', Image>) =>
  Object.fromEntries([square, wide, logo, wide, square, logo].map((image, at) => [`brandRelateImage${at + 1}`, image]))

/** Creates the test data in a product. The owner `beginner` does not confirm the email address. */
export async function makeWorld({ url, sheetsUrl, inboxUrl }: Pick<RunningProduct, 'url' | 'sheetsUrl' | 'inboxUrl'>): Promise<World> {
  const send = clientOf(url)
  const signingUp = Promise.all([signUpOwner(send), signUpOwner(send), signUpOwner(send), signUpOwner(send), signInAdmin(send)])
  const pictures = drawPictures()
  const [newcomer, beginner, owner, crowded, admin] = await signingUp
  const [{ _id: companyProfileId }, long] = await Promise.all([
    saveProfile(send, owner.token, harborPine.profile, pictures.logo, brandImagesOf(pictures)),
    makeCrowd(send, crowded.token),
    createCompany(send, beginner.token, 'Beginners Bakery'),
  ])
  const confirming = Promise.all([owner, crowded].map(({ email }) => confirmEmail(send, inboxUrl, email)))
  const sharing = shareOfEachKind(send, owner.token, admin, companyProfileId)
  const filling = giveSheet(send, admin, companyProfileId, sheetsUrl, harborPine.customers?.people ?? [])
  const assign = (title: string, dates: object) =>
    must(send<Task>('POST', '/task/create-task', { token: owner.token, fields: { companyProfileId, title, ...brief, ...dates } }))
  const once = (days: number) => ({ submissionForReview: addDays(today, days), targetPostingDate: addDays(today, days + 4) })
  const { deliver, referBack, approve, launch } = actionsOf(send, owner.token, admin)

  const [waiting, second, third, fourth, fifth, sixth] = await Promise.all([
    assign('Waiting for its picture', once(1)),
    assign('Ready to be looked at', once(2)),
    assign('Sent back twice', once(3)),
    assign('Every Friday: the fish board', weekly),
    assign('Went out last week', weekly),
    assign('Ready in a second version', { ...weekly, recurrenceEndDate: addDays(today, 90), platform_fb: 'true', platform_li: 'true' }),
  ])
  // The uploads are in turn, because concurrent uploads of a user are limited, and several tests use the same admin.
  const delivered = await deliver(second, pictures.square)
  const approved = await approve(await deliver(fourth, pictures.wide))
  const posted = await launch(await approve(await deliver(fifth, pictures.square)))
  const firstRound = await deliver(third, pictures.wide)
  await deliver(sixth, pictures.wide)
  const { task: versions } = await deliverVersion(send, admin, sixth, { picture: pictures.square, poster: pictures.wide })
  await referBack(firstRound, 'The headline is too small to read on a phone.')
  await deliver(third, pictures.square)
  const referredBack = await referBack(third, 'Better. Now the cup hides the logo.')
  await Promise.all([filling, confirming])
  return {
    tokens: { newcomer: newcomer.token, beginner: beginner.token, owner: owner.token, crowded: crowded.token, admin },
    documents: { menu: await sharing },
    tasks: { waiting, delivered, referredBack, approved, posted, long, versions },
  }
}
