import { NavLink } from 'react-router-dom'

/** Where the header, its narrow menu and the footer lead. */
export const links = [
  { to: '/', label: 'Home' },
  { to: '/service', label: 'Services' },
  { to: '/blog', label: 'Blog' },
  { to: '/contact', label: 'Contact' },
] as const

/** The site's pages, the one that is open marked. */
export function PageLinks({ className, link }: Record<'className' | 'link', string | undefined>) {
  return (
    <nav className={className} aria-label="Pages">
      {links.map(({ to, label }) => (
        <NavLink key={to} className={link} to={to} end>
          {label}
        </NavLink>
      ))}
    </nav>
  )
}
