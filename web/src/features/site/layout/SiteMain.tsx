import { Outlet } from 'react-router-dom'

/** Around the public pages; sign-in and its relatives bring their own. */
export function SiteMain() {
  return (
    <main>
      <Outlet />
    </main>
  )
}
