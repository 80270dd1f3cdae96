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

type FileName = keyof typeof createCampaign.form.files

/** A step as it is entered. Its image stands beside the steps, under `file`, whatever becomes of the steps before it. */
export interface StepForm extends StepDraft {
  type: StepType
  file: FileName
}

export interface CampaignForm extends Record<FileName, File | null>, Omit<CampaignDraft, 'steps'> {
  audience: Audience
  /** None is chosen at first. */
  campaignCategory: CampaignCategory | ''
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
  steps: [stepOf('Initial', 'stepAttachment_0')],
  ...(Object.fromEntries(fileNames.map((name) => [name, null])) as Record<FileName, null>),
}

/** The types that a step may have: its own, and those of no other step. */
export const freeTypes = (steps: readonly StepForm[], own?: StepType): StepType[] =>
  stepTypes.filter((type) => type === own || steps.every((step) => step.type !== type))

/** With one step more, of the first type that is free. */
export function withStep({ steps }: CampaignForm): Partial<CampaignForm> {
  const [type] = freeTypes(steps)
  const file = fileNames.find((name) => steps.every((step) => step.file !== name))
  return type && file ? { steps: [...steps, stepOf(type, file)] } : {}
}

/** Without some steps and what was attached to them. */
export const withoutSteps = ({ steps }: CampaignForm, isDropped: (step: StepForm, index: number) => boolean): Partial<CampaignForm> => ({
  steps: steps.filter((step, index) => !isDropped(step, index)),
  ...Object.fromEntries(steps.filter(isDropped).map(({ file }) => [file, null])),
})

export const withChangedStep = ({ steps }: CampaignForm, at: number, change: Partial<StepForm>): Partial<CampaignForm> => ({
  steps: steps.map((step, index) => (index === at ? { ...step, ...change } : step)),
})

/** A recurring campaign has one step, a special event no start and end. */
export const withCategory = (form: CampaignForm, campaignCategory: CampaignForm['campaignCategory']): Partial<CampaignForm> => ({
  campaignCategory,
  ...(campaignCategory === 'Recurring' && withoutSteps(form, (_step, index) => index > 0)),
  ...(campaignCategory === 'Special Event' && { startDate: '', endDate: '' }),
})

/** An end that has become too early goes. */
export const withStart = ({ endDate }: CampaignForm, startDate: string): Partial<CampaignForm> => ({
  startDate,
  ...(endDate && (!startDate || endDate < earliestEnd(startDate)) && { endDate: '' }),
})

/** The control that a fault is about: what a mail says and shows is entered in a window of its own. */
export const controlOf = (field: string): string =>
  field.replace(/^stepAttachment_(\d)$/, 'steps.$1.details').replace(/\.(subject|body)$/, '.details')

export function campaignFaults(form: CampaignForm, tomorrow: CalendarDate) {
  const fault = checkCampaign(form, tomorrow)
  return fault ? [{ ...fault, field: controlOf(fault.field) }] : []
}

/** What the call takes. */
export const toFields = (
  { name, audience, campaignCategory, startDate, endDate, steps }: CampaignForm,
  companyProfileId: string,
): FormFields<typeof createCampaign> => ({
  companyProfileId,
  name: name.trim(),
  audience,
  campaignCategory,
  startDate,
  endDate,
  stepsJson: JSON.stringify(
    steps.map(({ type, date, subject, body }) => ({ type, date: campaignCategory === 'Recurring' ? '' : date, subject, body })),
  ),
})

/** The images by the numbers of their steps. */
export const toFiles = (form: CampaignForm): Partial<Record<FileName, File | null>> =>
  Object.fromEntries(form.steps.map(({ file }, index) => [`stepAttachment_${index}`, form[file]]))
