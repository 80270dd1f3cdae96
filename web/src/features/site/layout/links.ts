/** Where the header, its narrow menu and the footer lead. */
export const links = [
  { to: '/', label: 'Home' },
  { to: '/service', label: 'Services' },
  { to: '/blog', label: 'Blog' },
  { to: '/contact', label: 'Contact' },
] as const
