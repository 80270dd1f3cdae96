import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { Id } from '../primitives.ts'
import { FOUND_MAX, SearchQuery } from './board-search.ts'

export const FoundCampaign = Type.Object({ _id: Id, name: Type.String(), companyName: Type.String() })
export type FoundCampaign = Type.Static<typeof FoundCampaign>

export const searchCampaigns = defineRoute({
  id: 'searchCampaigns',
  method: 'GET',
  url: '/admin/campaigns/search',
  access: 'admin',
  summary: `Returns at most ${FOUND_MAX} campaigns, newest first. Each word of the text is the start of a word of the campaign's name`,
  schema: { querystring: SearchQuery, response: { 200: Type.Object({ campaigns: Type.Array(FoundCampaign, { maxItems: FOUND_MAX }) }) } },
})
