import { useEffect } from 'react'
import { NavigationType, Route, Routes, useLocation, useNavigationType } from 'react-router-dom'
import { reloadIfNewBuild } from '../shared/api/newer-build.ts'
import { recordHistoryPosition } from '../shared/form/unsent.ts'
import { Page } from './Page.tsx'
import { appPages, SitePages } from './pages.tsx'

export function AppRoutes() {
  useNewerBuild()
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each key is another history entry
  useEffect(recordHistoryPosition, [key])
  return (
    <Routes>
      {appPages.map(({ path, title, Content }) => (
        <Route key={path} path={path} element={<Page title={title} of={Content} />} />
      ))}
      <Route path="*" element={<SitePages />} />
    </Routes>
  )
}

/** Reloads the page on a navigation if the gateway serves a newer build. Closing a panel or going back does not reload the page. */
function useNewerBuild(): void {
  const { key } = useLocation()
  const how = useNavigationType()
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each navigation
  useEffect(() => {
    if (how === NavigationType.Push) reloadIfNewBuild()
  }, [key, how])
}
