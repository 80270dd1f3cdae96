/**
 * The only script that a public page begins with: it is there to be read at once, and the app, whose files the build
 * names in the page, takes it over when it has been drawn.
 */
const [app = '', ...chunks] = JSON.parse(document.getElementById('app-scripts')?.textContent ?? '[]') as string[]

function fetchApp(): void {
  for (const href of chunks) document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  document.head.append(Object.assign(document.createElement('script'), { type: 'module', src: app }))
}

requestAnimationFrame(() => setTimeout(fetchApp))
