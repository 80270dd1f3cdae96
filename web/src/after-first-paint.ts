/**
 * The only script that a public page begins with: it is there to be read at once, and the app, whose files the build
 * names in the page, takes it over when it has been drawn.
 */
const [app = '', ...chunks] = JSON.parse(document.getElementById('app-scripts')?.textContent ?? '[]') as string[]

function fetchApp(): void {
  for (const href of chunks) document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  const script = Object.assign(document.createElement('script'), { type: 'module', src: app })
  script.onerror = () => document.documentElement.setAttribute('data-app', 'missing')
  document.head.append(script)
}

requestAnimationFrame(() => setTimeout(fetchApp))
