import { docxOf } from '../documents/office.ts'
import { pdfOf } from '../documents/pdf.ts'
import { palettes } from '../pictures/palettes.ts'
import { person } from './person.ts'
import type { StoryCompany } from './story.ts'

const { main, accent, soft } = palettes.workshop

export const lowGear: StoryCompany = {
  owner: { username: 'Theo Brandt', email: 'theo@lowgear.example' },
  manager: 'first',
  profile: {
    companyName: 'Low Gear Bicycle Works',
    industry: 'Bicycle shop',
    email: 'bench@lowgear.example',
    phone: '671-555-0119',
    website: 'https://lowgear.example',
    address1: '7 Marine Corps Drive',
    city: 'Hagåtña',
    zip: '96910',
    state: 'GU',
    country: 'United States',
    facebook: 'https://facebook.com/lowgear.example',
    youtube: 'https://youtube.com/@lowgear-example',
    fontfamily: 'Archivo',
    color1: main,
    color2: accent,
    color3: soft,
    timeZone: 'Pacific/Guam',
  },
  logo: { motif: 'wheel', palette: 'workshop' },
  brandImages: [{ layout: 'tiles', motif: 'wheel', palette: 'workshop', headline: 'Fixed while you wait', line: 'Most things, most days' }],
  tasks: [
    {
      title: 'Holiday tune-up',
      headline: 'Holiday tune-up, $59',
      taskpurpose: 'Fill the bench before the new bikes arrive.',
      offerormessage: 'Brakes, gears, both wheels trued, chain cleaned. Ready in two days.',
      calltoaction: 'Call or roll in',
      platforms: ['platform_fb', 'platform_insta'],
      dueNow: true,
      previews: [
        { layout: 'stage', motif: 'wheel', palette: 'workshop', headline: 'Holiday tune-up, $59', line: 'Ready in two days', wide: true },
      ],
      approved: true,
    },
    {
      title: 'First Sunday ride',
      headline: 'Ride with us, slowly',
      offerormessage: 'Eighteen flat miles along the bay, with a stop for coconut pie.',
      calltoaction: 'Be at the shop at 8',
      platforms: ['platform_fb', 'platform_insta', 'platform_x'],
      recurrence: { type: 'monthly', week: 'first', day: 'sunday' },
      previews: [
        { layout: 'split', motif: 'wheel', palette: 'workshop', headline: 'Sunday ride', line: '18 miles, all flat' },
        {
          layout: 'arch',
          motif: 'wheel',
          palette: 'workshop',
          headline: 'Ride with us, slowly',
          line: 'First Sunday of the month, 8 sharp',
        },
      ],
      feedback: [
        'Please say that it is slow! People are afraid of club rides.',
        'Lovely. One thing: drop "sharp", we always leave at ten past.',
      ],
    },
    {
      title: 'Cargo bikes to try',
      headline: 'Carry the kids, leave the car',
      offerormessage: 'Borrow one for a day, free, with a deposit.',
      calltoaction: 'Reserve a day',
      platforms: ['platform_insta', 'platform_li'],
      previews: [
        { layout: 'arch', motif: 'wheel', palette: 'workshop', headline: 'Carry the kids, leave the car', line: 'Borrow one for a day' },
      ],
      bounces: true,
    },
  ],
  documents: [
    {
      title: 'Service menu',
      description: 'The prices on the board by the register.',
      fileName: 'Service menu.pdf',
      bytes: () =>
        pdfOf({
          heading: 'Service menu',
          lines: ['Flat, while you wait  15', 'Tune-up  85', 'New chain, fitted  45', 'Brakes, a pair  40', 'Wheel trued  25'],
        }),
    },
    {
      title: 'Rules of the slow ride',
      training: true,
      fileName: 'Slow ride.docx',
      bytes: () =>
        docxOf({
          heading: 'The slow ride',
          lines: [
            'Nobody is left behind: the last one sets the pace.',
            'Lights on, also at noon.',
            'We stop for pie. This is not negotiable.',
          ],
        }),
      opened: true,
    },
  ],
  customers: {
    sheet: 'low-gear',
    people: [
      person('Noel', 'Hastings', [240, 212], 'Two tandems'),
      person('Wilma', 'Krantz', [203], 'Wants a cargo bike, by spring'),
      person('Desmond', 'Ferry', [150, 131]),
      person('Pilar', 'Osorio', [122, 101], 'Commutes, new chain each fall'),
      person('Ernie', 'Blount', [77], '', { Stage: 'Lost' }),
      person('Saskia', 'de Wit', [40, 12]),
      person('Cody', 'Banks', [5], 'Flat tire, said he would be back'),
    ],
  },
}
