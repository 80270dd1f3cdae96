/** A public page as the server's build renders it. */
export interface PrerenderedPage {
  path: string
  /** The source file of the page's own chunk, from features/site. */
  module: string
  head: string
  markup: string
}

interface Chunks {
  /** Draws nothing and fetches the rest once the page is drawn. */
  first: string
  /** The app's own file, and then what it and the page import. */
  scripts: readonly string[]
  styles: readonly string[]
}

/** What the content security policy would refuse. */
const INLINE = /<script|<style|\sstyle="|\son[a-z]+="/
/** Pictures that React wants loaded early; the place for that is the head. */
const PRELOADS = /^(?:<link [^>]*>)*/

const APP_SCRIPTS = /\s*<(?:script type="module"[^>]*><\/script|link rel="modulepreload"[^>]*)>/g

/** The app's page with one public page's content, head and styles in it, and the app's scripts named for later. */
export function fillPage(shell: string, { path, head, markup }: PrerenderedPage, { first, scripts, styles }: Chunks): string {
  const [inline] = markup.match(INLINE) ?? []
  if (inline) throw new Error(`${path} has ${inline} in its HTML, which the content security policy refuses`)
  const [preloads = ''] = markup.match(PRELOADS) ?? []
  const inHead = [
    ...styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`).filter((link) => !shell.includes(link)),
    `<script type="application/json" id="app-scripts">${JSON.stringify(scripts.map((file) => `/${file}`))}</script>`,
    `<script type="module" crossorigin src="/${first}"></script>`,
    ...[preloads].filter(Boolean),
  ].join('\n    ')
  const placed = [
    { place: APP_SCRIPTS, text: '' },
    // The app's own, before content with another is there.
    { place: /\s*<noscript>.*?<\/noscript>/s, text: '' },
    { place: /<title>.*?<\/title>/, text: head },
    { place: '</head>', text: `  ${inHead}\n  </head>` },
    { place: '<div id="root"></div>', text: `<div id="root">${markup.slice(preloads.length)}</div>` },
  ]
  return placed.reduce((html, { place, text }) => put(html, place, text), shell)
}

/** `html` with something in a place that it must have. */
export function put(html: string, place: string | RegExp, text: string): string {
  const filled = html.replace(place, () => text)
  if (filled === html) throw new Error(`index.html has no ${place}`)
  return filled
}
