import { docxOf, xlsxOf } from '../documents/office.ts'
import { palettes } from '../pictures/palettes.ts'
import type { StoryCompany } from './story.ts'

const { main, accent, soft } = palettes.garden

export const fernFable: StoryCompany = {
  owner: { username: 'Ines Okafor', email: 'ines@fernandfable.example' },
  newEmail: 'ines@fernandfable-flowers.example',
  manager: 'first',
  teamNotes: ['Ines is changing her mail provider. If she doesn’t answer, call the shop.'],
  profile: {
    companyName: 'Fern & Fable Flowers',
    industry: 'Florist',
    email: 'shop@fernandfable.example',
    phone: '843-555-0178',
    website: 'https://fernandfable.example',
    address1: '202 Bay Street',
    city: 'Beaufort',
    zip: '29902',
    state: 'SC',
    country: 'United States',
    insta: 'https://instagram.com/fernandfable.example',
    fontfamily: 'Playfair Display',
    color1: main,
    color2: accent,
    color3: soft,
  },
  logo: { motif: 'flower', palette: 'garden' },
  brandImages: [
    { layout: 'stage', motif: 'flower', palette: 'garden', headline: 'Every bunch tells a story', line: 'Bay Street, Beaufort' },
  ],
  tasks: [
    {
      title: 'Poinsettias',
      headline: 'Red, white or both',
      offerormessage: 'Two for $30.',
      platforms: ['platform_fb'],
      previews: [],
      removed: 'You told us on the phone that the poinsettias are sold out. We keep the texts for next year.',
    },
    {
      title: 'Wreath workshop',
      headline: 'Make your own wreath',
      taskpurpose: 'Twelve seats on two evenings.',
      offerormessage: 'Greens, ribbon and mulled cider included, $55.',
      calltoaction: 'Book at the shop',
      platforms: ['platform_insta', 'platform_fb'],
      previews: [
        { layout: 'split', motif: 'pines', palette: 'garden', headline: 'Make your own wreath', line: 'Two evenings, twelve seats' },
      ],
      posted: 'Posted. The first evening sold out within three hours.',
    },
    {
      title: 'Flowers by subscription',
      headline: 'A fresh bunch each Monday',
      offerormessage: 'Four weeks for $96, delivered in town.',
      calltoaction: 'Subscribe online',
      platforms: ['platform_insta', 'platform_via_mail'],
      recurrence: { type: 'bi-weekly', day: 'monday' },
      previews: [{ layout: 'arch', motif: 'flower', palette: 'garden', headline: 'A fresh bunch each Monday', line: 'Four weeks for $96' }],
    },
    {
      title: 'Plant of the month',
      headline: 'This one forgives you',
      taskpurpose: 'One easy plant a month. The shop sends us the name, we write the rest.',
      calltoaction: 'Ask us how often to water it',
      byAgency: true,
      platforms: ['platform_insta', 'platform_fb'],
      recurrence: { type: 'monthly', week: 'second', day: 'wednesday' },
      previews: [],
    },
    {
      title: 'Early Valentine’s orders',
      headline: 'Say it before the 10th',
      offerormessage: 'Order before February 10 and delivery is on us.',
      calltoaction: 'Order early',
      platforms: ['platform_fb', 'platform_insta', 'platform_x'],
      previews: [],
      withdrawn: {
        preview: { layout: 'split', motif: 'cup', palette: 'garden', headline: 'Two cups, one cake', line: 'The evening of the 14th' },
        reason: 'This was the picture for Harbor & Pine.',
      },
    },
  ],
  past: {
    posts: [
      {
        title: 'Mondays smell of eucalyptus',
        like: 'Flowers by subscription',
        monthsAgo: 1,
        day: 19,
        platforms: ['platform_insta', 'platform_fb'],
        links: { platform_insta: 'https://instagram.com/p/fernfable-mondays' },
        decidedAfterHours: 26,
      },
    ],
    reports: [{ monthsAgo: 1, text: 'A quiet month before the busy one. From now on, we show two posts a week.' }],
  },
  documents: [
    {
      title: 'Workshop dates',
      description: 'Seats left as of this morning.',
      fileName: 'Workshop dates.xlsx',
      bytes: () =>
        xlsxOf('Workshops', [
          ['Workshop', 'Evening', 'Seats left'],
          ['Wreaths', 'First', 0],
          ['Wreaths', 'Second', 5],
          ['Table flowers', 'Only', 9],
        ]),
    },
    {
      title: 'Delivery area and prices',
      fileName: 'Delivery.docx',
      bytes: () =>
        docxOf({
          heading: 'Where we deliver',
          lines: [
            'Beaufort and Port Royal: free for orders of $60 or more, otherwise $8.',
            'Lady’s Island: $10.',
            'Farther away: call the shop. Ines delivers on Thursdays.',
          ],
        }),
      opened: true,
    },
    {
      title: 'Keeping flowers fresh',
      description: 'What we tell every customer at the counter.',
      training: true,
      fileName: 'Keeping flowers fresh.txt',
      bytes: () =>
        Buffer.from('Cut the stems at an angle.\nChange the water every other day.\nKeep fruit away: it makes flowers wilt overnight.\n'),
    },
  ],
}
