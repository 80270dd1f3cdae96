import { ANY, request, urlsIn } from './request.ts'
import type { Scan, Visit } from './visit.ts'

/** Sends HEAD requests for all links of the email. */
export const headOnly: Scan = async (visit) => {
  const address = visit.newAddress()
  for (const url of urlsIn(visit.html, visit.link)) await request(visit, { url, address, method: 'HEAD', accept: ANY })
}

/** Requests the link twice: as a browser does, and as a download program does, with an `Accept` header that allows any media type. */
export const getOnly: Scan = async (visit) => {
  const address = visit.newAddress()
  await request(visit, { url: visit.link, address })
  await request(visit, { url: visit.link, address, accept: ANY })
}

/** Requests the link from three addresses at the same time. */
export const threeAddresses: Scan = async (visit) => {
  const addresses = [visit.newAddress(), visit.newAddress(), visit.newAddress()]
  await Promise.all(addresses.map((address) => request(visit, { url: visit.link, address, accept: ANY })))
}

/** Requests all links of the email, and all files to which the page refers. */
export const prefetch: Scan = async (visit) => {
  const address = visit.newAddress()
  for (const url of urlsIn(visit.html, visit.link)) await request(visit, { url, address })
  const page = await request(visit, { url: visit.link, address })
  await Promise.all(urlsIn(page.text, visit.link).map((url) => request(visit, { url, address, accept: ANY })))
}

/** Returns the URLs of the routes that the page's scripts name, for the token of this link. */
async function routesInScripts(visit: Visit, address: string): Promise<string[]> {
  const page = await request(visit, { url: visit.link, address })
  const scripts = urlsIn(page.text, visit.link).filter((url) => url.endsWith('.js'))
  const texts = await Promise.all(scripts.map((url) => request(visit, { url, address, accept: ANY })))
  const { origin, pathname } = new URL(visit.link)
  const paths = new Set(texts.flatMap(({ text }) => [...text.matchAll(/\/review\/:token(\/[\w-]+)/g)].map(([, path = '']) => path)))
  return [...paths].map((path) => `${origin}/api${pathname}${path}`)
}

/** Returns the request bodies that a program could send if it has seen only the page's fields: no body, two JSON bodies and a form. */
function blindBodies(): { body?: string | FormData; type?: string }[] {
  const form = new FormData()
  form.set('previewNo', '1')
  form.set('feedback', 'test')
  const type = 'application/json'
  return [{}, { body: '{}', type }, { body: '{"previewNo":1}', type }, { body: form }]
}

/** Sends POST requests to all routes in the page's scripts, without knowledge of their meaning. */
export const blindPosts: Scan = async (visit) => {
  const address = visit.newAddress()
  const urls = await routesInScripts(visit, address)
  if (urls.length === 0) throw new Error('The scripts of the page contain no routes of review links')
  for (const url of urls) for (const sent of blindBodies()) await request(visit, { url, address, method: 'POST', accept: ANY, ...sent })
}
