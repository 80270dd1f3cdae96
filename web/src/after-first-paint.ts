/** The only script in the HTML of a public page. It loads the app after the first paint, and the app then hydrates the page. */
const [app = '', ...chunks] = JSON.parse(document.getElementById('app-scripts')?.textContent ?? '[]') as string[]

function fetchApp(): void {
  for (const href of chunks) document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  const script = Object.assign(document.createElement('script'), { type: 'module', src: app })
  script.onerror = () => document.documentElement.setAttribute('data-app', 'missing')
  document.head.append(script)
}

requestAnimationFrame(() => setTimeout(fetchApp))
