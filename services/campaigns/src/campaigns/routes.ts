import type { App } from '@app/chassis/http/app.ts'
import { callerOf, ownerIdOf, readerOf } from '@app/chassis/http/auth.ts'
import { nextPage, readCursor } from '@app/chassis/http/paging.ts'
import { withForm } from '@app/chassis/http/receive-form.ts'
import { idempotentRequestOf } from '@app/chassis/idempotency/plugin.ts'
import { searchCampaigns as searchContract } from '@app/contracts/http/campaign-search.ts'
import * as contract from '@app/contracts/http/campaigns.ts'
import { getCameBack } from '@app/contracts/http/reports.ts'
import { Id } from '@app/contracts/primitives.ts'
import * as Type from 'typebox'
import type { CampaignsDeps } from '../deps.ts'
import { ATTACHMENT_FILES } from '../files/attachment-files.ts'
import { cameBack } from './came-back.ts'
import { changeStep } from './change-step.ts'
import { createCampaign } from './create-campaign.ts'
import { readDetail } from './get-campaign.ts'
import { listAllCampaigns, listCampaigns } from './list-campaigns.ts'
import { resumeCampaign } from './resume-campaign.ts'
import { searchCampaigns } from './search-campaigns.ts'
import { cancelCampaign, pauseCampaign } from './stop-campaign.ts'

const campaignKey = Type.Tuple([Id])

export function registerCampaignRoutes(app: App, deps: CampaignsDeps): void {
  const target = { store: deps.store, prefix: ATTACHMENT_FILES }

  app.route({
    ...contract.listCampaigns,
    handler: async (request, reply) => {
      const { limit = contract.CAMPAIGN_PAGE_MAX, cursor } = request.query
      const before = readCursor(cursor, campaignKey)?.[0]
      const { companyProfileId } = request.params
      const campaigns = await listCampaigns(deps, readerOf(request), companyProfileId, { limit: limit + 1, before })
      return nextPage(request, reply, campaigns, limit, ({ _id }) => [_id])
    },
  })

  app.route({
    ...contract.listAllCampaigns,
    handler: async (request, reply) => {
      const { limit = contract.CAMPAIGN_PAGE_MAX, cursor, search } = request.query
      const before = readCursor(cursor, campaignKey)?.[0]
      const { data, suspensions } = await listAllCampaigns(deps, { limit: limit + 1, before, search })
      return { data: nextPage(request, reply, data, limit, ({ _id }) => [_id]), suspensions }
    },
  })

  app.route({ ...searchContract, handler: ({ query }) => searchCampaigns(deps, query.search) })

  app.route({
    ...contract.createCampaign,
    handler: async (request, reply) => {
      const response = await withForm(request, contract.createCampaign, target, (form) =>
        createCampaign(deps, readerOf(request), form, idempotentRequestOf(request)),
      )
      return reply.code(201).send(response)
    },
  })

  const actions = [
    [contract.pauseCampaign, pauseCampaign],
    [contract.resumeCampaign, resumeCampaign],
    [contract.cancelCampaign, cancelCampaign],
  ] as const
  for (const [route, act] of actions)
    app.route({ ...route, handler: (request) => act(deps, readerOf(request), request.params.id, idempotentRequestOf(request)) })

  app.route({
    ...contract.changeStep,
    handler: (request) => {
      const { id: campaignId, stepId } = request.params
      return withForm(request, contract.changeStep, target, (form) =>
        changeStep(deps, readerOf(request), { campaignId, stepId }, form, idempotentRequestOf(request)),
      )
    },
  })

  app.route({
    ...contract.getCampaign,
    handler: (request) => readDetail(deps, deps.db, request.params.id, ownerIdOf(callerOf(request))),
  })

  app.route({ ...getCameBack, handler: (request) => cameBack(deps, callerOf(request), request.params.id) })
}
