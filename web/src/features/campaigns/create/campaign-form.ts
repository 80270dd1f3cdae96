import type { FormFields } from '@app/contracts/define.ts'
import type { createCampaign } from '@app/contracts/http/campaigns.ts'
import type { CalendarDate } from '@app/contracts/rules/business-dates.ts'
import {
  type Audience,
  type CampaignCategory,
  type CampaignDraft,
  checkCampaign,
  earliestEnd,
  type StepDraft,
  type StepType,
  stepTypes,
} from '@app/contracts/rules/campaigns.ts'
import type { CheckedStep } from '../proofreading/proofread-step.ts'

type FileName = keyof typeof createCampaign.form.files

/** A step in the form. `file` names the form field with the step's image. This name does not change when other steps are removed. */
export interface StepForm extends StepDraft {
  type: StepType
  file: FileName
}

export interface CampaignForm extends Record<FileName, File | null>, Omit<CampaignDraft, 'steps'> {
  audience: Audience
  /** Empty until a category is chosen. */
  campaignCategory: CampaignCategory | ''
  /** Whether opens and clicks are counted. */
  countsOpens: boolean
  steps: readonly StepForm[]
}

const fileNames = Array.from({ length: stepTypes.length }, (_, slot) => `stepAttachment_${slot}` as FileName)

const stepOf = (type: StepType, file: FileName): StepForm => ({ type, file, date: '', subject: '', body: '' })

export const emptyCampaign: CampaignForm = {
  name: '',
  campaignCategory: '',
  audience: 'Customers',
  startDate: '',
  endDate: '',
  countsOpens: true,
  steps: [stepOf('Initial', 'stepAttachment_0')],
  ...(Object.fromEntries(fileNames.map((name) => [name, null])) as Record<FileName, null>),
}

/** Returns the types that a step can have: the types that no step uses, and `own`, the current type of the step. */
export const freeTypes = (steps: readonly StepForm[], own?: StepType): StepType[] =>
  stepTypes.filter((type) => type === own || steps.every((step) => step.type !== type))

export function withStep({ steps }: CampaignForm): Partial<CampaignForm> {
  const [type] = freeTypes(steps)
  const file = fileNames.find((name) => steps.every((step) => step.file !== name))
  return type && file ? { steps: [...steps, stepOf(type, file)] } : {}
}

export const withoutSteps = ({ steps }: CampaignForm, isDropped: (step: StepForm, index: number) => boolean): Partial<CampaignForm> => ({
  steps: steps.filter((step, index) => !isDropped(step, index)),
  ...Object.fromEntries(steps.filter(isDropped).map(({ file }) => [file, null])),
})

export const withChangedStep = ({ steps }: CampaignForm, at: number, change: Partial<StepForm>): Partial<CampaignForm> => ({
  steps: steps.map((step, index) => (index === at ? { ...step, ...change } : step)),
})

/** Changes the category. For the category Recurring, keeps only the first step. For Special Event, clears the start and end date. */
export const withCategory = (form: CampaignForm, campaignCategory: CampaignForm['campaignCategory']): Partial<CampaignForm> => ({
  campaignCategory,
  ...(campaignCategory === 'Recurring' && withoutSteps(form, (_step, index) => index > 0)),
  ...(campaignCategory === 'Special Event' && { startDate: '', endDate: '' }),
})

export const withStart = ({ endDate }: CampaignForm, startDate: string): Partial<CampaignForm> => ({
  startDate,
  ...(endDate && (!startDate || endDate < earliestEnd(startDate)) && { endDate: '' }),
})

/**
 * Returns the name of the control that shows the error of a field. An error of a step's subject, body or image is shown at the button that
 * opens the details of the step.
 */
export const controlOf = (field: string): string =>
  field.replace(/^stepAttachment_(\d)$/, 'steps.$1.details').replace(/\.(subject|body)$/, '.details')

export function campaignFaults(form: CampaignForm, tomorrow: CalendarDate) {
  const fault = checkCampaign(form, tomorrow)
  return fault ? [{ ...fault, field: controlOf(fault.field) }] : []
}

export const toFields = (
  { name, audience, campaignCategory, startDate, endDate, countsOpens, steps }: CampaignForm,
  companyProfileId: string,
): FormFields<typeof createCampaign> => ({
  companyProfileId,
  name: name.trim(),
  audience,
  campaignCategory,
  startDate,
  endDate,
  countsOpens: countsOpens ? 'true' : 'false',
  stepsJson: JSON.stringify(
    steps.map(({ type, date, subject, body }) => ({ type, date: campaignCategory === 'Recurring' ? '' : date, subject, body })),
  ),
})

/** Returns a step as it is checked for mistakes. */
export const checkedStep = (form: CampaignForm, { file, ...step }: StepForm, companyProfileId: string): CheckedStep => ({
  ...step,
  date: form.campaignCategory === 'Recurring' ? '' : step.date,
  companyProfileId,
  picture: form[file],
})

/** Returns the images. The position of the step determines the name of its image. */
export const toFiles = (form: CampaignForm): Partial<Record<FileName, File | null>> =>
  Object.fromEntries(form.steps.map(({ file }, index) => [`stepAttachment_${index}`, form[file]]))
