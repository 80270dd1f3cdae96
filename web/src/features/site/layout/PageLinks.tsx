import { useLocation } from 'react-router-dom'
import { Link } from '../../../shared/ui/Link.tsx'

export const links = [
  { to: '/', label: 'Home' },
  { to: '/service', label: 'Services' },
  { to: '/blog', label: 'Blog' },
  { to: '/contact', label: 'Contact' },
] as const

/** Paths of articles. On these pages, the menu marks the link to the blog. */
const blogPages: readonly string[] = ['/digital', '/blog2', '/blog3', '/blog4']

/** Returns the value of `aria-current` for a link: "page" on the linked page itself, "true" on an article of the linked blog. */
function currentOf(to: string, pathname: string): 'page' | 'true' | undefined {
  if (to === pathname) return 'page'
  return to === '/blog' && blogPages.includes(pathname) ? 'true' : undefined
}

export function PageLinks({ className, link }: Record<'className' | 'link', string | undefined>) {
  const { pathname } = useLocation()
  return (
    <nav className={className} aria-label="Pages">
      {links.map(({ to, label }) => (
        <Link key={to} className={link} to={to} aria-current={currentOf(to, pathname)}>
          {label}
        </Link>
      ))}
    </nav>
  )
}
