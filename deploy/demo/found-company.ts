import { type Campaign, listCampaigns } from '@app/contracts/http/campaigns.ts'
import { type CompanyProfile, getCompanyProfile } from '@app/contracts/http/company.ts'
import { type Document, listDocuments } from '@app/contracts/http/documents.ts'
import { listTasks, type Task } from '@app/contracts/http/tasks.ts'
import { type Client, must } from '../test/system/client.ts'
import type { StoryCompany } from './story/story.ts'

/** What an owner's company already has, because an earlier demo run may have been interrupted at any step. */
export interface FoundCompany {
  profile: CompanyProfile | undefined
  tasks: readonly Task[]
  documents: readonly Document[]
  campaigns: readonly Campaign[]
}

export async function findCompany(send: Client, token: string): Promise<FoundCompany> {
  const answer = await send<CompanyProfile>('GET', getCompanyProfile.url, { token })
  if (answer.status === 404) return { profile: undefined, tasks: [], documents: [], campaigns: [] }
  const profile = await must(Promise.resolve(answer))
  const [tasks, documents, campaigns] = await Promise.all([
    must(send<Task[]>('GET', listTasks.url.replace(':companyProfileId', profile._id), { token })),
    must(send<{ data: Document[] }>('GET', `${listDocuments.url}?companyProfileId=${profile._id}`, { token })),
    must(send<Campaign[]>('GET', listCampaigns.url.replace(':companyProfileId', profile._id), { token })),
  ])
  return { profile, tasks, documents: documents.data, campaigns }
}

/**
 * Whether the demo has filled a company completely. The steps run in a fixed order, so only the last step is checked. Later changes
 * by users do not matter.
 */
export function isComplete({ profile, documents, campaigns }: FoundCompany, story: StoryCompany, hasSheets: boolean): boolean {
  if (!profile) return false
  const lastCampaign = story.campaigns?.at(-1)
  if (hasSheets && lastCampaign) return campaigns.some(({ name }) => name === lastCampaign.name)
  if (hasSheets && story.customers) return profile.gsapi !== ''
  const lastDocument = story.documents.at(-1)
  const found = documents.find(({ title }) => title === lastDocument?.title)
  return found !== undefined && (!lastDocument?.opened || found.openedAt !== null)
}
