import { useLocation } from 'react-router-dom'
import { Link } from '../../../shared/ui/Link.tsx'

export const links = [
  { to: '/', label: 'Home' },
  { to: '/service', label: 'Services' },
  { to: '/blog', label: 'Blog' },
  { to: '/contact', label: 'Contact' },
] as const

export function PageLinks({ className, link }: Record<'className' | 'link', string | undefined>) {
  const { pathname } = useLocation()
  return (
    <nav className={className} aria-label="Pages">
      {links.map(({ to, label }) => (
        <Link key={to} className={link} to={to} aria-current={to === pathname ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  )
}
