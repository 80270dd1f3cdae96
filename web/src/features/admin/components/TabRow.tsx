import { useNavigate } from 'react-router-dom'
import { Tabs } from '../../../shared/ui/Tabs.tsx'
import type { TabId, TabWithCount } from '../tabs.ts'
import { placeOf } from '../use-place.ts'

export const TABS_NAME = 'dashboard'

export function TabRow({ tabs, selected }: { tabs: readonly TabWithCount[]; selected: TabId }) {
  const navigate = useNavigate()
  return <Tabs name={TABS_NAME} label="Dashboard" tabs={tabs} selected={selected} onSelect={(id) => navigate(placeOf(id))} />
}
