import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { CompanyParams, Id, Instant, nullableInteger, nullableObject } from '../primitives.ts'
import { MONTH_PATTERN, REPORT_CAMPAIGNS_MAX } from '../rules/monthly-report.ts'

const Count = Type.Integer({ minimum: 0 })
export const Month = Type.String({ pattern: MONTH_PATTERN, description: "YYYY-MM, in the business's time zone" })

export const MailFigures = Type.Object({
  sent: Type.Integer({ minimum: 0, description: 'emails that the mail relay accepted' }),
  bounced: Count,
  opened: Type.Unsafe<number | null>({ ...nullableInteger, description: 'emails that people opened, an estimate; null: not counted' }),
  clicked: Type.Unsafe<number | null>({ ...nullableInteger, description: 'emails in which people clicked a link; null: not counted' }),
  unsubscribed: Count,
})
export type MailFigures = Type.Static<typeof MailFigures>

export const CampaignMonth = Type.Object({ campaignId: Id, name: Type.String(), ...MailFigures.properties })
export type CampaignMonth = Type.Static<typeof CampaignMonth>

/** The emails of all campaigns of a company that were sent in a month. */
export const CampaignFigures = Type.Object({
  total: MailFigures,
  listed: Type.Array(CampaignMonth, {
    maxItems: REPORT_CAMPAIGNS_MAX,
    description: 'campaigns with emails in the month, most emails first',
  }),
  more: Type.Integer({ minimum: 0, description: 'number of campaigns that are not listed' }),
})
export type CampaignFigures = Type.Static<typeof CampaignFigures>

/** Numbers of customers in the spreadsheet at the end of a month, by stage. */
export const CustomerFigures = Type.Object({
  leads: Count,
  customers: Count,
  lost: Count,
  otherStage: Type.Integer({ minimum: 0, description: 'rows without a stage, or with a stage that was not understood' }),
  observedAt: Type.String({ ...Instant, description: 'when the spreadsheet was first seen with these numbers; ISO 8601 in UTC' }),
})
export type CustomerFigures = Type.Static<typeof CustomerFigures>

export const NullableCustomers = Type.Unsafe<CustomerFigures | null>({ ...nullableObject(CustomerFigures), description: 'null: not known' })

const internalFigures = {
  method: 'GET',
  access: 'public',
  internal: true,
  url: '/internal/monthly-figures/:companyProfileId',
} as const
const figuresOf = { params: CompanyParams, querystring: Type.Object({ month: Month }) }
const KEY = '`Authorization: Key …` must contain `INTERNAL_MAIL_KEY`'

export const getCampaignFigures = defineRoute({
  ...internalFigures,
  id: 'getCampaignFigures',
  service: 'campaigns',
  summary: `Returns the figures of a company's campaigns for its monthly report. ${KEY}`,
  schema: { ...figuresOf, response: { 200: Type.Object({ month: CampaignFigures, before: MailFigures }) } },
})

export const getCustomerFigures = defineRoute({
  ...internalFigures,
  id: 'getCustomerFigures',
  service: 'crm-proxy',
  summary: `Returns the numbers of a company's customers for its monthly report. ${KEY}`,
  schema: { ...figuresOf, response: { 200: Type.Object({ month: NullableCustomers, before: NullableCustomers }) } },
})
