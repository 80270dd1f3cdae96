import { lazyPart } from '../../../shared/ui/lazy-part.tsx'

/** The header and the footer have their own bundle, so that the portal does not load them. */
export const Header = lazyPart(() => import('./Header.tsx'), { suspends: true })
/** If loading fails, the page has no footer. */
export const Footer = lazyPart(() => import('./Footer.tsx'), { suspends: true, missing: () => null })

/** Loads the header and the footer. */
export const prepareLayout = (): Promise<unknown> => Promise.all([Header.load(), Footer.load()])
