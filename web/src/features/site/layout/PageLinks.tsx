import { NavLink } from 'react-router-dom'
import { links } from './links.ts'

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
