import { formatPhone } from '@app/contracts/format/phone.ts'
import type { FoundCompany, FoundTask } from '@app/contracts/http/board-search.ts'
import type { FoundCampaign } from '@app/contracts/http/campaign-search.ts'
import type { TaskStatus } from '@app/contracts/rules/task-status.ts'
import { type TabId, type TabWithCount, tabText } from '../tabs.ts'
import { type Openable, taskDetail } from './recently-opened.ts'

/** An entry of the palette: a panel or a tab. */
export type Entry = (Openable & { status?: TaskStatus }) | { kind: 'tab'; id: TabId; title: string; detail: '' }

export interface EntryGroup {
  title: string
  entries: readonly Entry[]
}

export interface Found {
  companies: readonly FoundCompany[]
  tasks: readonly FoundTask[]
  campaigns: readonly FoundCampaign[]
}

const tabEntry = (tab: TabWithCount): Entry => ({ kind: 'tab', id: tab.id, title: tabText(tab), detail: '' })

const filled = (groups: readonly EntryGroup[]): EntryGroup[] => groups.filter(({ entries }) => entries.length > 0)

/** Returns the entries before the admin types: what was opened recently, and all tabs. */
export const firstGroups = (recent: readonly Openable[], tabs: readonly TabWithCount[]): EntryGroup[] =>
  filled([
    { title: 'Recently opened', entries: recent },
    { title: 'Tabs', entries: tabs.map(tabEntry) },
  ])

/** Returns the results of the server, and the tabs whose label contains the text. */
export function foundGroups({ companies, tasks, campaigns }: Found, tabs: readonly TabWithCount[], text: string): EntryGroup[] {
  const wanted = text.toLowerCase()
  return filled([
    {
      title: 'Companies',
      entries: companies.map(({ _id, companyName, phone, email }) => ({
        kind: 'company',
        id: _id,
        title: companyName,
        detail: (phone && formatPhone(phone)) ?? email ?? '',
      })),
    },
    {
      title: 'Tasks',
      entries: tasks.map(({ taskId, title, currentStatus, companyName }) => ({
        kind: 'task',
        id: String(taskId),
        title,
        detail: taskDetail(taskId, companyName),
        status: currentStatus,
      })),
    },
    {
      title: 'Campaigns',
      entries: campaigns.map(({ _id, name, companyName }) => ({ kind: 'campaign', id: _id, title: name, detail: companyName })),
    },
    { title: 'Tabs', entries: tabs.filter(({ label }) => label.toLowerCase().includes(wanted)).map(tabEntry) },
  ])
}
