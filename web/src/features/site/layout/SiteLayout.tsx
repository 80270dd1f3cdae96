import { Outlet } from 'react-router-dom'

/** The public site's header and footer around a page. */
export function SiteLayout() {
  return <Outlet />
}
