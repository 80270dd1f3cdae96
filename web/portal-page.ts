import { put } from './fill-page.ts'

interface Chunks {
  first: string
  portal: Files
  /** The files of the tasks section, which is the portal's first section. They include the files in `portal`. */
  tasks: Files
}

interface Files {
  scripts: readonly string[]
  styles: readonly string[]
}

/**
 * Adds preload links for the portal's files to the app's page. Without these links, the browser finds a file only after it has loaded the
 * file that imports it. The links for the task files are in a template. `src/prefetch.ts` inserts the content of the template if the page
 * shows the tasks.
 */
export function portalPage(appPage: string, { first, portal, tasks }: Chunks): string {
  const known = [...portal.scripts, ...portal.styles]
  const ofTasks = [...tasks.scripts, ...tasks.styles].filter((file) => !known.includes(file)).map(linkTo)
  const begin = [
    // The template must come before the script that inserts its content.
    `<template id="task-files">${ofTasks.join('')}</template>`,
    `<script type="module" async crossorigin src="/${first}"></script>`,
    '<script',
  ].join('\n    ')
  const links = known.filter((file) => !appPage.includes(file)).map(linkTo)
  return put(put(appPage, '<script', begin), '</head>', `  ${links.join('\n    ')}\n  </head>`)
}

/** Returns a preload link. If the preload fails, the import requests the file again. */
function linkTo(file: string): string {
  const how = file.endsWith('.css') ? 'rel="preload" as="style"' : 'rel="modulepreload"'
  return `<link ${how} crossorigin href="/${file}">`
}
