import type { CompanyTasks } from '@app/contracts/http/all-companies.ts'
import type { CalendarDate } from '@app/contracts/rules/business-dates.ts'
import type { TabId } from '../tabs.ts'
import { listOf } from '../tabs.ts'
import type { ListedTask } from '../task-lists.ts'
import { CompaniesTab } from './CompaniesTab.tsx'
import { CompanyTasksTab } from './CompanyTasksTab.tsx'
import { TaskGridTab } from './TaskGridTab.tsx'

interface TabContentProps {
  tab: TabId
  companies: readonly CompanyTasks[]
  all: readonly ListedTask[]
  today: CalendarDate
}

export function TabContent({ tab, companies, all, today }: TabContentProps) {
  if (tab === 'tasks') return <CompanyTasksTab companies={companies} today={today} />
  if (tab === 'companies') return <CompaniesTab companies={companies} />
  return <TaskGridTab key={tab} tab={tab} listed={listOf(tab, all, today)} today={today} />
}
