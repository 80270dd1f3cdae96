import { docxOf, xlsxOf } from '../documents/office.ts'
import { pdfOf } from '../documents/pdf.ts'
import { pptxOf } from '../documents/slides.ts'
import type { StoryDocument } from './story.ts'

export const documents: readonly StoryDocument[] = [
  {
    title: 'Holiday menu',
    description: 'Prices are valid until New Year. The gingerbread latte is back. Please don’t call it "seasonal".',
    fileName: 'Holiday menu.pdf',
    bytes: () =>
      pdfOf({
        heading: 'Holiday menu',
        lines: [
          'Gingerbread latte  5.50',
          'Peppermint mocha  5.75',
          'Spiced apple cider, hot or cold  4.00',
          'Cranberry orange scone  3.75',
          'Pecan roll, Saturdays only  4.25',
          '',
          'Ask us for oat milk. It costs the same.',
        ],
      }),
    opened: true,
  },
  {
    title: 'Wholesale price list',
    description: 'For the campaign to restaurants. Please don’t round any price up.',
    fileName: 'Wholesale prices 2026-27.xlsx',
    bytes: () =>
      xlsxOf('Wholesale', [
        ['Coffee', 'Bag', 'Price', 'From bags'],
        ['Wharf Street blend', '5 lb', 52, 4],
        ['Night Tide espresso', '5 lb', 58, 4],
        ['Guatemala Huehuetenango', '5 lb', 64, 2],
        ['Decaf, Swiss Water', '5 lb', 61, 2],
      ]),
    opened: true,
  },
  {
    title: 'How we talk',
    description: 'Words we use and words we avoid.',
    fileName: 'How we talk.docx',
    bytes: () =>
      docxOf({
        heading: 'How Harbor & Pine talks',
        lines: [
          'We say "roasted this week", never "artisanal".',
          'We name the farm if we know it, and say so if we don’t.',
          'Short sentences. One exclamation mark a month for the whole team.',
          'The dog is called Biscuit and may appear in pictures.',
        ],
      }),
  },
  {
    title: 'Opening hours over the holidays',
    fileName: 'Hours.txt',
    bytes: () =>
      Buffer.from('Thanksgiving: closed\nDecember 24: 6:30 to 2\nDecember 25: closed\nDecember 31: 6:30 to 4\nJanuary 1: 9 to 2\n'),
  },
  {
    title: 'Behind the counter',
    description: 'What new staff learn in their first week. Useful for pictures of the team.',
    training: true,
    fileName: 'Behind the counter.pptx',
    bytes: () =>
      pptxOf([
        { heading: 'Behind the counter', lines: ['Your first week at Harbor & Pine'] },
        {
          heading: 'The pour',
          lines: ['Weigh, do not guess: 18 grams in, 36 out', 'Twenty-eight seconds, give or take two', 'Taste the first one of the day'],
        },
        {
          heading: 'The people',
          lines: ['Look up before you say hello', 'Write names on cups, and ask how to spell them', 'Refills of drip are a dollar'],
        },
      ]),
    opened: true,
  },
  {
    title: 'Cleaning the grinder',
    training: true,
    fileName: 'Cleaning the grinder.pdf',
    bytes: () =>
      pdfOf({
        heading: 'Cleaning the grinder',
        lines: [
          '1. Unplug it. Really.',
          '2. Empty the hopper into the tin for staff.',
          '3. Brush the burrs, top one first.',
          '4. Grind a handful of the old beans and throw them out.',
        ],
      }),
  },
]
