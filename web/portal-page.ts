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
  const known = [...portal.scripts, ...portal.styles]
  const ofTasks = [...tasks.scripts, ...tasks.styles].filter((file) => !known.includes(file)).map(linkTo)
  const begin = [
    // Before the script that takes them out of it.
    `<template id="task-files">${ofTasks.join('')}</template>`,
    `<script type="module" async crossorigin src="/${first}"></script>`,
    '<script',
  ].join('\n    ')
  const links = known.filter((file) => !appPage.includes(file)).map(linkTo)
  return put(put(appPage, '<script', begin), '</head>', `  ${links.join('\n    ')}\n  </head>`)
}

/** Whoever needs a file asks for it, and again where it did not arrive: here it only comes early. */
function linkTo(file: string): string {
  const how = file.endsWith('.css') ? 'rel="preload" as="style"' : 'rel="modulepreload"'
  return `<link ${how} crossorigin href="/${file}">`
}
