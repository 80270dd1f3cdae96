import { recordOf } from '@app/contracts/primitives.ts'
import { briefTexts } from '@app/contracts/rules/brief.ts'
import { proofread, proofreadCampaign, tidy } from '../src/proofread.ts'
import type { CampaignStep, CheckedBrief, Finding, ReadFile, Subject, Word } from '../src/types.ts'

const LINE_HEIGHT = 60
const LETTER_WIDTH = 20

/** Returns a picture of 1,080 × 1,350 px with these lines, as text recognition reads it. */
export function pictureWith(lines: string, { confidence = 95, ...file }: Partial<ReadFile> & { confidence?: number } = {}): ReadFile {
  const words: Word[] = lines.split('\n').flatMap((line, number) =>
    line
      .split(' ')
      .filter((text) => text !== '')
      .map((text, index) => ({
        text,
        confidence,
        line: number,
        box: { left: 60 + index * 150, top: 100 + number * LINE_HEIGHT, width: text.length * LETTER_WIDTH, height: 40 },
      })),
  )
  return { position: 1, kind: 'image', width: 1080, height: 1350, words, ...file }
}

const company = {
  companyName: 'Harbor & Pine Coffee',
  dba: 'Harbor & Pine',
  email: 'hello@harborpine.example',
  phone: '843-555-0134',
  website: 'https://www.harborpine.example',
  address1: '1209 Meeting Street',
  address2: 'Suite 4',
  city: 'Charleston',
  state: 'SC',
  zip: '29401',
  fontfamily: 'Lora',
  colors: ['#1f3d2b'],
  social: ['https://instagram.com/harborandpine'],
}

interface Changes extends Partial<Omit<Subject, 'brief' | 'files'>> {
  brief?: Partial<CheckedBrief>
  /** Lines of pictures. */
  pictures?: string[]
  files?: ReadFile[]
}

/** Returns a preview of a coffee shop that is posted on Tuesday, December 1, 2026. */
export function subjectWith({ brief, pictures = [], files = [], ...rest }: Changes): Subject {
  return {
    caption: '',
    files: [...pictures.map((lines, index) => pictureWith(lines, { position: index + 1 })), ...files],
    brief: {
      ...recordOf(briefTexts, () => ''),
      targetPostingDate: '2026-12-01',
      targetPostingTime: null,
      platforms: [],
      ...brief,
    },
    company,
    today: '2026-11-25',
    earlierTexts: [],
    earlierPictures: [],
    accepted: [],
    ...rest,
  }
}

export const findingsAbout = (subject: Subject): Finding[] => tidy(proofread(subject), subject.accepted)

export const findingsAboutStep = (step: CampaignStep): Finding[] => tidy(proofreadCampaign(step), step.accepted)

/** Shortens findings for comparisons: "sure price: $54". */
export const shortened = (findings: readonly Finding[]): string[] =>
  findings.map(({ certainty, kind, words }) => `${certainty} ${kind}${words === '' ? '' : `: ${words}`}`)
