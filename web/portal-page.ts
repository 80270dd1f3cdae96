import { put } from './fill-page.ts'

interface Chunks {
  /** Asks for what the first screen shows. */
  first: string
  /** What every section of the portal is drawn by. */
  portal: Files
  /** What the tasks, its first section, are drawn by, the rest among it. */
  tasks: Files
}

interface Files {
  scripts: readonly string[]
  styles: readonly string[]
}

/**
 * The app's page with what the portal is made of named in it, so that it is fetched at once: each file by itself is known only
 * when the one before has come and run. What the tasks are made of is fetched where they are wanted (`src/ask-ahead.ts`).
 */
export function portalPage(appPage: string, { first, portal, tasks }: Chunks): string {
  const scripts = portal.scripts.filter((file) => !appPage.includes(file)).map((file) => `rel="modulepreload" crossorigin href="/${file}"`)
  // Whoever needs a style asks for it, and again where it did not arrive: here it only comes early.
  const styles = portal.styles
    .filter((file) => !appPage.includes(file))
    .map((file) => `rel="preload" as="style" crossorigin href="/${file}"`)
  const known = [...portal.scripts, ...portal.styles]
  const later = [...tasks.scripts, ...tasks.styles].filter((file) => !known.includes(file)).map((file) => `/${file}`)
  const begin = [
    // Before the script that reads it.
    `<script type="application/json" id="task-files">${JSON.stringify(later)}</script>`,
    `<script type="module" async crossorigin src="/${first}"></script>`,
    '<script',
  ].join('\n    ')
  const links = [...scripts, ...styles].map((link) => `<link ${link}>`).join('\n    ')
  return put(put(appPage, '<script', begin), '</head>', `  ${links}\n  </head>`)
}
