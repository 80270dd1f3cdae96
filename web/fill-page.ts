export interface PrerenderedPage {
  path: string
  /** Source file of the page's own chunk. The path is relative to `features/site`. */
  module: string
  head: string
  markup: string
}

interface Chunks {
  /** The first script. It loads the other scripts after the first paint and renders nothing itself. */
  first: string
  /** The app's entry file, followed by the imports of the app and the page. */
  scripts: readonly string[]
  styles: readonly string[]
}

/** Inline scripts and styles, which the content security policy blocks. */
const INLINE = /<script|<style|\sstyle="|\son[a-z]+="/
/** Preload links that React renders before the content. They are moved to the head. */
const PRELOADS = /^(?:<link [^>]*>)*/

const APP_SCRIPTS = /\s*<(?:script type="module"[^>]*><\/script|link rel="modulepreload"[^>]*)>/g

/** Fills the app's page with the content of a public page. `after-first-paint.ts` reads the list of the app's scripts from the page. */
export function fillPage(shell: string, { path, head, markup }: PrerenderedPage, { first, scripts, styles }: Chunks): string {
  const [inline] = markup.match(INLINE) ?? []
  if (inline) throw new Error(`${path} has ${inline} in its HTML, which the content security policy blocks`)
  const [preloads = ''] = markup.match(PRELOADS) ?? []
  const inHead = [
    ...styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`).filter((link) => !shell.includes(link)),
    `<script type="application/json" id="app-scripts">${JSON.stringify(scripts.map((file) => `/${file}`))}</script>`,
    `<script type="module" crossorigin src="/${first}"></script>`,
    ...[preloads].filter(Boolean),
  ].join('\n    ')
  const placed = [
    { place: APP_SCRIPTS, text: '' },
    // The app's noscript text is removed first, because the content of the page may contain another one.
    { place: /\s*<noscript>.*?<\/noscript>/s, text: '' },
    { place: /\s*<p class="late">.*?<\/p>/s, text: '' },
    { place: /<title>.*?<\/title>/, text: head },
    { place: '</head>', text: `  ${inHead}\n  </head>` },
    { place: '<div id="root"></div>', text: `<div id="root">${markup.slice(preloads.length)}</div>` },
  ]
  return placed.reduce((html, { place, text }) => put(html, place, text), shell)
}

/** Returns `html` with `text` in place of the match. Throws if there is no match. */
export function put(html: string, place: string | RegExp, text: string): string {
  const filled = html.replace(place, () => text)
  if (filled === html) throw new Error(`index.html has no ${place}`)
  return filled
}
