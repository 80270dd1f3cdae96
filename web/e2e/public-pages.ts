/** The addresses of all public pages, as a running product tells them to search engines. */
export async function publicPages(origin: string): Promise<string[]> {
  const response = await fetch(`${origin}/sitemap.xml`)
  const pages = [...(await response.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address)
  if (pages.length === 0) throw new Error('The sitemap lists no pages')
  return pages
}
