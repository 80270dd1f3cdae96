import { recordOf } from '../primitives.ts'
import { type BriefText, briefLimits, briefPartNames, briefTexts } from './brief.ts'
import type { Fault } from './task-dates.ts'

/** A batch creates one task for each of at most this many companies. */
export const BATCH_COMPANIES_MAX = 200
/** One request creates at most this many tasks of a batch. */
export const BATCH_STEP_MAX = 50
/** A batch can be undone for this time. */
export const BATCH_UNDO_MINUTES = 60

/** In the texts of a batch, this field stands for the name of the company. */
export const COMPANY_FIELD = '{{Company Name}}'
const COMPANY_FIELDS = /\{\{company name\}\}/gi

export const COMPANY_FIELD_MISSPELLED = `Write ${COMPANY_FIELD} where the company’s name belongs. Other fields in braces aren’t known.`
export const SHORT_REVIEW = 'The company has fewer than 3 days to review it.'

export type BriefTexts = Record<BriefText, string>

/** Returns the texts of the task for a company. */
export const textsFor = (texts: BriefTexts, companyName: string): BriefTexts =>
  recordOf(briefTexts, (name) => {
    const filled = texts[name].replace(COMPANY_FIELDS, () => companyName)
    return name === 'title' ? filled.trim() : filled
  })

/** Returns the first text with a misspelled field. */
export function checkBatchTexts(texts: BriefTexts): Fault | undefined {
  const field = briefTexts.find((name) => /\{\{|\}\}/.test(texts[name].replace(COMPANY_FIELDS, '')))
  return field && { field, message: COMPANY_FIELD_MISSPELLED }
}

const lengthOf = (text: string): number => [...text].length

/** Returns the first text that is too long with the name of the company. */
export function checkTextsFor(texts: BriefTexts): Fault | undefined {
  const field = briefTexts.find((name) => lengthOf(texts[name]) > briefLimits[name])
  return (
    field && {
      field,
      message: `With this company’s name, the ${briefPartNames[field]} is longer than ${briefLimits[field]} characters.`,
    }
  )
}
