import { type Campaign, listCampaigns } from '@app/contracts/http/campaigns.ts'
import { getCompanyProfile, type OwnProfile } from '@app/contracts/http/company.ts'
import { type Document, listDocuments } from '@app/contracts/http/documents.ts'
import { listTasks, type Task } from '@app/contracts/http/tasks.ts'
import { type Client, must } from '../tests/support/client.ts'
import type { StoryCompany } from './story/story.ts'

/** Contents of an owner's company. After an interrupted run of the demo, some of the contents may be missing. */
export interface FoundCompany {
  profile: OwnProfile | undefined
  tasks: readonly Task[]
  documents: readonly Document[]
  campaigns: readonly Campaign[]
}

export async function findCompany(send: Client, token: string): Promise<FoundCompany> {
  const response = await send<OwnProfile>('GET', getCompanyProfile.url, { token })
  if (response.status === 404) return { profile: undefined, tasks: [], documents: [], campaigns: [] }
  const profile = await must(Promise.resolve(response))
  const [tasks, documents, campaigns] = await Promise.all([
    must(send<Task[]>('GET', listTasks.url.replace(':companyProfileId', profile._id), { token })),
    must(send<{ data: Document[] }>('GET', `${listDocuments.url}?companyProfileId=${profile._id}`, { token })),
    must(send<Campaign[]>('GET', listCampaigns.url.replace(':companyProfileId', profile._id), { token })),
  ])
  return { profile, tasks, documents: documents.data, campaigns }
}

/** Whether the demo has filled a company completely. The steps have a fixed order, so this function checks only the last step. */
export function isComplete({ profile, documents, campaigns }: FoundCompany, story: StoryCompany, hasSheets: boolean): boolean {
  if (!profile) return false
  const lastCampaign = story.campaigns?.at(-1)
  if (hasSheets && lastCampaign) return campaigns.some(({ name }) => name === lastCampaign.name)
  if (hasSheets && story.customers) return profile.gsapi !== ''
  const lastDocument = story.documents.at(-1)
  const found = documents.find(({ title }) => title === lastDocument?.title)
  return found !== undefined && (!lastDocument?.opened || found.openedAt !== null)
}
