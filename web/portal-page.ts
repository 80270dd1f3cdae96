import { put } from './fill-page.ts'

interface Chunks {
  /** Asks for what the first screen shows. */
  first: string
  /** What the first screen is drawn by, all of it. */
  scripts: readonly string[]
  styles: readonly string[]
}

/**
 * The app's page with all that the portal's first screen is made of named in it, so that it is fetched at once: each file by itself
 * is known only when the one before has come and run.
 */
export function portalPage(appPage: string, { first, scripts, styles }: Chunks): string {
  const ahead = (files: readonly string[], link: string) =>
    files.filter((file) => !appPage.includes(file)).map((file) => `<link ${link} crossorigin href="/${file}">`)
  // Whoever needs a style asks for it, and again where it did not arrive: here it only comes early.
  const links = [...ahead(scripts, 'rel="modulepreload"'), ...ahead(styles, 'rel="preload" as="style"')]
  const begun = put(appPage, '<script', `<script type="module" async crossorigin src="/${first}"></script>\n    <script`)
  return put(begun, '</head>', `  ${links.join('\n    ')}\n  </head>`)
}
